"""What people read: ids, events and decisions in words, in the languages that there are catalogues of."""
