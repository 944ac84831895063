"""Things: disks, what is carried and handed over, points and what they buy."""
