"""The use cases of a game: opening, acting, absence, orders, takebacks, views."""
