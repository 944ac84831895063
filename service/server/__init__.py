"""The web server: takes requests whole before a thread answers them, and has those wait that wait for news."""
