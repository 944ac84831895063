"""The HTTP interface, version 1: one module a resource; routes that load a schema, call a use case, dump a schema."""
