"""Everything that writes in matches: one function a use case, keyword-only, atomic.

Locks are taken in one order: players by ID, then the challenge, then the match, then wallets and copies.
"""
