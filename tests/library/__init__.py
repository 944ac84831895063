"""The parts of the `eventsourcing` library that docs/decisions weigh, on the data of this store."""
