"""Custom cards: designed by players, decided on by curators, numbered in the custom series."""
