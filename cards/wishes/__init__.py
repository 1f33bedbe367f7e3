"""Cards that players wish for."""
