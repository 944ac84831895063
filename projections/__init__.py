"""Read models: tables that the log can rebuild from nothing, each folded by a small module of its own."""
