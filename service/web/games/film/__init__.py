"""A replay that plays: the page of it, the scenes, the charts, and the file to keep."""
