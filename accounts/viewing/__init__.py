"""Viewing the site as a player: for moderators, to look only, with a reason, and written down."""
