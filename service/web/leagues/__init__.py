"""The pages of series, leagues, challenges, tours and ratings."""
