"""Matches that are over, to be looked at again: step by step, in pictures, as films."""

from __future__ import annotations
