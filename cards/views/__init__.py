"""Pages about cards, by what they are about."""
