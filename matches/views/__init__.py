"""The pages of play: each view parses, calls one service, and renders."""
