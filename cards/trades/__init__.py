"""Trades: cards and points of one player against cards and points of another."""
