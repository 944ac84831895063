"""The parts of the `eventsourcing` library that docs/decisions weigh, on this store's own data, beside what does their work."""
