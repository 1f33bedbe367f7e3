"""Short sentences that anybody may say by one click; each reader reads them in their own language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: By key: what is said. A key is kept in the database and never changes its meaning.
PRESETS: dict[str, Promise] = {
    "good_luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "thanks": _("Thanks!"),
    "one_moment": _("One moment, please."),
    "oops": _("Oops!"),
    "good_game": _("Good game!"),
    "rematch": _("Rematch?"),
    "bye": _("Bye!"),
}
