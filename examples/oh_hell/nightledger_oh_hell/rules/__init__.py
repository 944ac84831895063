"""The rules of Oh Hell, a module for each chapter of RULES.md."""
