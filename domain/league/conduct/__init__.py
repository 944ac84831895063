"""How seasons are conducted: substitutes, reminders, disputes, drafts, and who is kept apart. Each chapter is a module
with its rules; `actions`, `events` and `state` have what is posted, what happens, and what is kept of it."""
