"""The processes beside the web: they derive due work from the log and do it. Redis is never the truth."""
