"""Everything that writes in accounts: one function a use case, keyword-only, atomic."""
