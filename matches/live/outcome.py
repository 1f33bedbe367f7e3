"""The end of a match for one audience: result, spoils, what was paid, and the rematch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import LedgerEntry, User
from cards.faces import CardFace
from cards.models import Card as CardRow
from cards.services.copies import may_hold
from matches.broadcast.delay import clock_words
from matches.live.rematches import RematchView, rematch_of
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.strip import house_name
from matches.models import Match
from matches.ratings.queries import change_by
from matches.robots import shown_name
from matches.services.bets import settled_cause


@dataclass(frozen=True, slots=True)
class SpoilView:
    """A card that may be chosen; `reason` says why it may not."""

    face: CardFace
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SpoilsView:
    """A choice that is open: who chooses, how many, until when (milliseconds since the epoch)."""

    mine: bool
    name: str
    choose: int
    cards: tuple[SpoilView, ...]
    deadline: int | None
    seconds: int
    prompt: str

    @property
    def clock(self) -> str:
        """The time left, as m:ss."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the match ended; `kind` is won, lost, drawn or unfinished, for a spectator won or drawn or unfinished."""

    kind: str
    headline: str
    winner: str
    score: str
    text: str
    spoils: SpoilsView | None
    taken: tuple[str, ...]
    paid: str
    rated: str
    bet: str
    rematch: RematchView | None
    held: str = ""
    """That what follows from the match waits until it was shown to others; for its players."""


def outcome_of(state: MatchState, audience: Audience) -> OutcomeView | None:
    """The outcome for an audience, None while the match goes on."""
    if not state.is_over:
        return None
    match, standing = state.match, state.standing
    counted = standing.counted or (standing.round.score if standing.round else (0, 0))
    # A spectator reads that the winner wins 6–4, whichever the colour.
    first = match.winner if audience == "watch" else audience
    ours, theirs = (counted[1], counted[0]) if first == "red" else counted
    return OutcomeView(
        kind=_kind(match, audience),
        headline=_headline(state, audience),
        winner=match.winner if match.winner in state.seats else "",
        score=f"{ours}–{theirs}" if match.ended != "did_not_finish" else "",
        text=_text(state),
        spoils=_spoils(state, audience),
        taken=_taken(state),
        paid=_paid(state, audience),
        rated=_rated(state, audience),
        bet=_bet(state, audience),
        rematch=rematch_of(state, audience),
        held=_held(state, audience),
    )


def _kind(match: Match, audience: Audience) -> str:
    if match.winner == "draw":
        return "drawn"
    if not match.winner:
        return "unfinished"
    return "won" if audience in ("watch", match.winner) else "lost"


def _headline(state: MatchState, audience: Audience) -> str:
    match = state.match
    if match.winner == "draw":
        return _("A draw")
    if not match.winner:
        return _("Not finished")
    if match.winner == audience:
        return _("You win")
    if audience != "watch":
        return _("You lose")
    return _("%(name)s wins") % {"name": shown_name(state.seats[match.winner].user.username)}


def _text(state: MatchState) -> str:
    left = state.match.left or {}
    seat = state.seats.get(left.get("by", ""))
    if seat is None:
        return ""
    if left.get("how") == "forfeit":
        return _("%(name)s left and loses the match.") % {"name": shown_name(seat.user.username)}
    return _("%(name)s left; the match ends without a winner.") % {"name": shown_name(seat.user.username)}


def _cards(state: MatchState) -> dict[str, dict[str, Any]]:
    """The cards of the record by key, each with the colour that brought it."""
    return {card["key"]: {**card, "owner": colour} for colour, hand in state.record["hands"].items() for card in hand}


def _spoils(state: MatchState, audience: Audience) -> SpoilsView | None:
    match, claim = state.match, state.match.claim or {}
    if match.state != Match.State.CHOOSING or "choose" not in claim:
        return None
    chooser, mine = state.seats[claim["by"]], claim["by"] == audience
    cards = _cards(state)
    full = _full(chooser.user, [cards[key]["id"] for key in claim["of"]]) if mine else set()
    seconds = max(0, int((match.due_at - state.at).total_seconds())) if match.due_at else 0
    values = {"name": shown_name(chooser.user.username), "count": claim["choose"]}
    if mine:
        prompt = ngettext("Choose %(count)s card, or none.", "Choose up to %(count)s cards.", claim["choose"]) % values
    else:
        prompt = (
            ngettext("%(name)s chooses %(count)s card.", "%(name)s chooses %(count)s cards.", claim["choose"]) % values
        )
    return SpoilsView(
        mine=mine,
        name=shown_name(chooser.user.username),
        choose=claim["choose"],
        cards=tuple(
            SpoilView(_face(cards[key]), _("You hold as many as you may.") if cards[key]["id"] in full else "")
            for key in claim["of"]
        ),
        deadline=int(match.due_at.timestamp() * 1000) if match.due_at else None,
        seconds=seconds,
        prompt=prompt,
    )


def _face(card: dict[str, Any]) -> CardFace:
    return CardFace.from_record(card, owner=card["owner"])


def _full(user: User, card_ids: list[str]) -> set[str]:
    """Those of the cards of which the user may hold no more now."""
    rows = CardRow.objects.select_related("series").filter(pk__in=card_ids)
    return {card.pk for card in rows if not may_hold(user=user, card=card)}


def _taken(state: MatchState) -> tuple[str, ...]:
    """What moved, in sentences: to each colour the names of the cards that came to it."""
    chosen = state.match.chosen or (state.match.held or {}).get("keys") or []
    cards = _cards(state)
    sentences = []
    for colour, seat in state.seats.items():
        names = [cards[key]["name"] for key in chosen if key in cards and cards[key]["owner"] != colour]
        if names:
            sentences.append(
                _("%(name)s takes %(cards)s.") % {"name": shown_name(seat.user.username), "cards": ", ".join(names)}
            )
    if state.match.state == Match.State.OVER and state.match.claim and not chosen:
        sentences.append(_("No card changes hands."))
    return tuple(sentences)


def _paid(state: MatchState, audience: Audience) -> str:
    """What the match paid this player; empty for spectators."""
    seat = state.seats.get(audience)
    if seat is None or seat.user.is_guest or not state.is_open:
        return ""
    if not seat.points and not seat.experience:
        return _("This match pays you nothing.")
    return ngettext(
        "You get %(points)s point and %(experience)s experience.",
        "You get %(points)s points and %(experience)s experience.",
        seat.points,
    ) % {"points": seat.points, "experience": seat.experience}


def _rated(state: MatchState, audience: Audience) -> str:
    """What the match did to this player's rating; empty for spectators and where it was not rated."""
    seat = state.seats.get(audience)
    change = change_by(match=state.match, player=seat.user) if seat is not None and state.match.with_people else None
    if change is None:
        return ""
    before, after = round(change.mu_before), round(change.mu_after)
    values = {"house": house_name(state.match), "rating": after, "change": f"{after - before:+}".replace("-", "−")}
    return _("Your rating in %(house)s: %(rating)d (%(change)s).") % values


def _bet(state: MatchState, audience: Audience) -> str:
    """What became of this player's bet; empty for spectators and where nothing was bet."""
    match, seat = state.match, state.seats.get(audience)
    if seat is None or not match.bet or not state.is_open:
        return ""
    entry = LedgerEntry.objects.filter(user=seat.user, cause=settled_cause(match.pk)).first()
    got = entry.points if entry else 0
    if got > match.bet:
        return _("You get both bets: %(points)s points.") % {"points": got}
    if got:
        back = ngettext("Your bet of %(points)s point is back.", "Your bet of %(points)s points is back.", got)
        return back % {"points": got}
    lost = ngettext("Your bet of %(points)s point is lost.", "Your bet of %(points)s points is lost.", match.bet)
    return lost % {"points": match.bet}


def _held(state: MatchState, audience: Audience) -> str:
    """That others see the end of a delayed match later, and when what follows from it follows."""
    match = state.match
    if audience == "watch" or state.is_open:
        return ""
    about: dict[str, object] = {"minutes": -(-match.delay // 60)}
    if match.state == Match.State.HELD and match.due_at:
        about["time"] = clock_words(match.due_at)
        said = _("It is shown to others with %(minutes)s min of delay; cards, bets and points follow at %(time)s.")
    else:
        said = _("It is shown to others with %(minutes)s min of delay; cards, bets and points follow after that.")
    return said % about
