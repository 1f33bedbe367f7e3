"""Notices: what a player should know of, in the page, in a list, in the browser and by e-mail."""
