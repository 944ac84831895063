"""Tie-breaks: what separates those who have the same points, in leagues and in tournaments of other programs."""
