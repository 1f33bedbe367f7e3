"""The arena: open challenges, invites, quick pairing, and the room in which they stand."""
