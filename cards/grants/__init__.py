"""Grants: what the staff gives to players, waiting to be opened like a pack."""
