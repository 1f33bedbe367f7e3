"""Portraits: unique cards that the staff makes of players."""
