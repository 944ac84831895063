"""The resources of series, leagues, challenges, tours, characters and ratings."""
