"""The migrations of the store's schema, one file in `versions` each; `service.store.schema` carries them out."""
