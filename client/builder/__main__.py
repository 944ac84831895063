"""`python -m builder`: make the modules that are not stored."""

from builder.writer import write_modules

write_modules()
