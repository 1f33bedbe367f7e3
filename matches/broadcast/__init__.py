"""Watching: the list of running matches, the TV that follows the best of them, the page for a big screen."""
