"""Every random draw of a match, from one secret seed (RULES 3).

A draw reads a stream of numbers that belongs to its label. Block number `counter`, from 0, of a stream is

    HMAC-SHA-256(key = the 32-byte seed, message)
    message = "triad/1"
              u8 length of blue's addition, blue's addition
              u8 length of red's addition, red's addition
              u8 length of the label, the label in ASCII
              u32 big-endian counter

Blue is the challenger, red the accepter; an addition is what that side's browser added, 16 bytes, or nothing.
The 32 bytes of a block are four words, u64 big-endian, used in order; then the counter goes up by one.

    below(n)       the next word w with w < floor(2^64 / n) * n, modulo n; words that are not are skipped
    choice(s)      s[below(length of s)]
    sample(s, k)   k times: the entry at below(number left) is taken out of what is left of s
    shuffle(s)     sample(s, length of s); the last entry takes a word too

Rounds and moves in labels count from 0.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

VERSION = b"triad/1"
SEED_BYTES = 32
ADDITION_BYTES = 16
WORD_BYTES = 8
WORDS = 1 << 64


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex: shown before either side adds anything."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """The numbers of one label. Each call goes on where the last one stopped."""

    def __init__(self, seed: bytes, head: bytes) -> None:
        self._seed = seed
        self._head = head
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            message = self._head + self._counter.to_bytes(4, "big")
            block = hmac.digest(self._seed, message, "sha256")
            words = [block[at : at + WORD_BYTES] for at in range(0, len(block), WORD_BYTES)]
            self._words = [int.from_bytes(word, "big") for word in reversed(words)]
            self._counter += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        if n < 1:
            raise ValueError(f"no number is below {n}")
        limit = WORDS // n * n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, entries: Sequence[T]) -> T:
        """One entry, each as likely."""
        return entries[self.below(len(entries))]

    def sample(self, entries: Sequence[T], k: int) -> list[T]:
        """k entries in drawn order, none twice."""
        left = list(entries)
        return [left.pop(self.below(len(left))) for _ in range(k)]

    def shuffle(self, entries: Sequence[T]) -> list[T]:
        """All entries in drawn order."""
        return self.sample(entries, len(entries))


class Draws:
    """The draws of one match: its seed, and what each colour added."""

    def __init__(self, seed: bytes, blue: bytes = b"", red: bytes = b"") -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        for addition in (blue, red):
            if len(addition) not in (0, ADDITION_BYTES):
                raise ValueError(f"an addition has {ADDITION_BYTES} bytes or none, not {len(addition)}")
        self._seed = seed
        self._head = VERSION + _with_length(blue) + _with_length(red)

    def stream(self, label: str) -> Stream:
        """The stream of a label, from its beginning."""
        return Stream(self._seed, self._head + _with_length(label.encode("ascii")))


def _with_length(data: bytes) -> bytes:
    return bytes([len(data)]) + data
