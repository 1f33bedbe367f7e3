"""Real threads that start at once, each with its own connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

from django.db import connection

from triad.errors import GameError


def race(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Runs the calls at once; gives for each its value, the code of its GameError, or the exception itself."""
    barrier = Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=60)
            results[place] = call()
        except GameError as error:
            results[place] = error.code
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return results


def failures(results: Sequence[Any]) -> list[Any]:
    """The results that are no polite answer."""
    return [result for result in results if isinstance(result, Exception)]
