"""How people keep peace: blocks, reports, mutes and suspensions, names that stay told apart, letters to the staff."""
