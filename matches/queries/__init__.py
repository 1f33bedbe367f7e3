"""What is read of matches and challenges."""
