"""Ratings: one a player and house, moved by rated matches only; and what is read from them."""

from __future__ import annotations
