"""Friends: whom a player wants to find again. One-sided, and seen by nobody else."""
