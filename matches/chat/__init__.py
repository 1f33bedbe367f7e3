"""What people write to each other: in the lobby, between the two players of a match, and among its spectators."""
