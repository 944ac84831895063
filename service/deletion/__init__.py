"""Leaving for good: what becomes of seats, places and words of somebody who goes."""
