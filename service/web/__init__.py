"""The pages that a person looks at: rendered on the server, usable without a script, by keyboard and on a phone."""
