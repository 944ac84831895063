"""Seeds that two installations share: what the host asks of its partner, and what the partner answers and keeps."""
