"""Grants: what the staff gives to one or many, opened by each player like a pack, all of it or nothing (RULES 8).

Locks: the players by ID (for a unique card the staff's account too), then the player's part of the grant, then cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from secrets import SystemRandom
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Kind, LedgerEntry, User
from accounts.services.staff import staff_account
from accounts.services.wallet import pay, players_lock
from cards.customs.names import is_readable, name_read
from cards.grants import models as most
from cards.grants.models import LONGEST_REASON, PACK_SIZE, Grant, GrantItem, GrantKind, GrantShare
from cards.grants.news import tell_players
from cards.models import Card, Copy, Pack, PackCopy, Series, Transfer
from cards.queries import room_left
from cards.services.copies import give_copy, move_copy
from cards.services.packs import draw_by_level
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed, NotFound

_SYSTEM_RANDOM = SystemRandom()


def may_grant(user: User) -> bool:
    """Whether somebody gives grants."""
    return bool(user.is_active and user.is_staff and user.has_perm("cards.add_grant"))


def grant_cause(grant_id: int) -> str:
    """What the ledger and the transfer log call a grant."""
    return f"grant:{grant_id}"


@transaction.atomic
def grant_make(
    *,
    by: User | None,
    players: Sequence[User],
    kind: str,
    reason: str,
    points: int = 0,
    cards: Sequence[Card] = (),
    packs: Sequence[Series] = (),
    key: UUID | None = None,
) -> Grant:
    """Grants each of the players the same; it waits with them until they open it. `by` None is the game itself. A
    second call with the same `key` changes nothing and gives the first grant.

    Raises NotAllowed `no_game_master`, `own_grant`; GameError `unknown_kind`, `no_reason`, `reason_too_long`,
    `bad_reason`, `points_out_of_range`, `nothing_granted`, `too_much_granted`, `no_players`, `too_many_players`,
    `no_account`, `unique_for_one`, `no_pack`; Conflict `sole_copy_exists`, `sole_copy_promised`, `form_used` (the key
    granted something else).
    """
    if by is not None and not may_grant(by):
        raise NotAllowed("no_game_master", _("Only game masters give grants."))
    said = reason_read(reason)
    people = list({player.pk: player for player in players}.values())
    _check_players(by, people)
    _check_gift(kind, points, cards, packs)
    key = key or uuid4()
    # Behind these locks a form that is sent twice at once finds what it made, and none of the players leaves meanwhile.
    held = players_lock(user_ids=[player.pk for player in (*people, *([by] if by is not None else []))])
    people = [held[player.pk] for player in people]
    if made := Grant.objects.filter(key=key).first():
        _check_same(made, kind, said, points, cards, packs, people)
        return made
    _check_players(by, people)
    _check_unique(cards, people)
    grant = Grant.objects.create(key=key, kind=kind, reason=said, points=points, by=by, made_at=now())
    items = [GrantItem(grant=grant, card=card) for card in cards] + [
        GrantItem(grant=grant, series=one) for one in packs
    ]
    for position, item in enumerate(items, start=1):
        item.position = position
    GrantItem.objects.bulk_create(items)
    shares = [GrantShare(grant=grant, player=player) for player in sorted(people, key=lambda player: player.pk)]
    GrantShare.objects.bulk_create(shares, batch_size=500)
    transaction.on_commit(lambda: tell_players(grant), robust=True)
    return grant


@transaction.atomic
def grant_withdraw(*, by: User, grant_id: int) -> int:
    """Takes back what of a grant was not opened yet; gives from how many players.

    Raises NotAllowed `no_game_master`.
    """
    if not may_grant(by):
        raise NotAllowed("no_game_master", _("Only game masters give grants."))
    waiting = GrantShare.objects.filter(grant=grant_id, opened_at=None, withdrawn_at=None)
    return waiting.update(withdrawn_at=now())


@transaction.atomic
def grant_open(*, player: User, grant_id: int, random: Random = _SYSTEM_RANDOM) -> GrantShare:
    """Opens a player's part of a grant: points and cards come, packs are drawn, and what came is stored. Opening it
    again changes nothing and gives the same.

    Where not all of it may come, it stays as it was. Raises NotFound `no_grant`; Conflict `grant_withdrawn`,
    `holding_limit` (the sentence names the cards), `sole_copy_exists`, `nothing_left`, `wallet_full`.
    """
    found = GrantShare.objects.select_related("grant").filter(player=player, grant=grant_id).first()
    if found is None or not player.is_person:
        raise NotFound("no_grant", _("You have no such grant."))
    items = list(found.grant.items.select_related("card__series", "series"))
    unique = any(item.card is not None and item.card.series.unique_cards for item in items)
    players = players_lock(user_ids=[player.pk, *([staff_account().pk] if unique else [])])
    player = players[player.pk]
    share = GrantShare.objects.select_for_update(of=("self",)).select_related("grant", "pack").get(pk=found.pk)
    if share.withdrawn_at is not None:
        raise Conflict("grant_withdrawn", _("The staff took this grant back before it was opened."))
    if share.opened_at is not None:
        return share
    cards = _cards_that_come(player, items, random)
    share.opened_at = now()
    if cards:
        share.pack = Pack.objects.create(owner=player, source=Pack.Source.GRANT, at=share.opened_at)
        _fill(share.pack, cards, cause=grant_cause(grant_id))
    if share.grant.points:
        pay(
            user=player,
            points=share.grant.points,
            reason=LedgerEntry.Reason.GRANT,
            cause=grant_cause(grant_id),
            note=share.grant.reason,
        )
    share.save(update_fields=["opened_at", "pack"])
    return share


def reason_read(text: str) -> str:
    """A reason as it is kept. Raises GameError `no_reason`, `reason_too_long`, `bad_reason`."""
    said = name_read(text)
    if not said:
        raise GameError("no_reason", _("Say what it is for: the players read it."))
    if len(said) > LONGEST_REASON:
        sentence = _("The reason has %(count)d characters; %(most)d are the most.")
        raise GameError("reason_too_long", sentence % {"count": len(said), "most": LONGEST_REASON})
    if not all(is_readable(sign) for sign in said):
        raise GameError("bad_reason", _("There are characters in the reason that nobody can read."))
    return said


def check_pack(series: Series) -> None:
    """Raises GameError `no_pack` for a series of which no pack can be drawn."""
    if series.unique_cards or not Card.objects.filter(series=series, on_sale=True).exists():
        raise GameError("no_pack", _("There are no packs of the series %(series)s.") % {"series": series.name})


def _check_players(by: User | None, people: Sequence[User]) -> None:
    if not people:
        raise GameError("no_players", _("Nobody is named to whom it could be granted."))
    if len(people) > most.MOST_PLAYERS:
        sentence = _("These are %(count)d players; %(most)d are the most of one grant.")
        raise GameError("too_many_players", sentence % {"count": len(people), "most": most.MOST_PLAYERS})
    for player in people:
        if player.kind != Kind.PERSON or not player.is_active:
            raise GameError("no_account", _("%(name)s has no open account.") % {"name": player.username})
        if by is not None and player.pk == by.pk and not by.is_superuser:
            raise NotAllowed("own_grant", _("Another game master grants something to you."))


def _check_gift(kind: str, points: int, cards: Sequence[Card], packs: Sequence[Series]) -> None:
    if kind not in GrantKind.values:
        raise GameError("unknown_kind", _("Say whether it is a promo, for a mission, a familiar or a prize."))
    if not 0 <= points <= most.MOST_POINTS:
        raise GameError("points_out_of_range", _("A grant has 0 to %(most)d points.") % {"most": most.MOST_POINTS})
    if not (points or cards or packs):
        raise GameError("nothing_granted", _("Nothing is granted yet: name points, cards or packs."))
    if len(cards) > most.MOST_CARDS or len(packs) > most.MOST_PACKS:
        sentence = _("A grant has at most %(cards)d cards and %(packs)d packs.")
        raise GameError("too_much_granted", sentence % {"cards": most.MOST_CARDS, "packs": most.MOST_PACKS})
    for series in {one.pk: one for one in packs}.values():
        check_pack(series)


def _check_same(made: Grant, *said: Any) -> None:
    """Raises Conflict `form_used` where a key was used for another grant than what is said now."""
    kind, reason, points, cards, packs, people = said
    items = [(item.card_id, item.series_id) for item in made.items.order_by("position")]
    asked = [*((card.pk, None) for card in cards), *((None, one.pk) for one in packs)]
    same = (made.kind, made.reason, made.points, items) == (kind, reason, points, asked)
    if not same or set(made.shares.values_list("player", flat=True)) != {player.pk for player in people}:
        raise Conflict("form_used", _("This form has granted something else already. Begin a new one."))


def _check_unique(cards: Sequence[Card], people: Sequence[User]) -> None:
    """A unique card goes to one player, and only while it is out with nobody and promised to nobody."""
    ids = [card.pk for card in cards]
    # Locked, so that two grants do not promise one card at once.
    locked = Card.objects.select_for_update(of=("self",), no_key=True).select_related("series").order_by("pk")
    for card in locked.filter(pk__in=ids, series__unique_cards=True):
        if len(people) > 1 or ids.count(card.pk) > 1:
            sentence = _("There is one copy of %(card)s in the world: it can be granted once, to one player.")
            raise GameError("unique_for_one", sentence % {"card": card})
        _check_sole_copy(card)
        waiting = GrantShare.objects.filter(grant__items__card=card, opened_at=None, withdrawn_at=None)
        if promised := waiting.select_related("player").first():
            sentence = _("%(card)s waits with %(name)s already, in another grant.")
            raise Conflict("sole_copy_promised", sentence % {"card": card, "name": promised.player.username})


def _check_sole_copy(card: Card) -> Copy | None:
    """The only copy of a unique card, with the staff; None while there was none yet."""
    copy = Copy.objects.select_related("owner").filter(card=card).first()
    if copy is not None and copy.owner.kind != Kind.STAFF:
        sentence = _("The only copy of %(card)s in the world is with %(name)s.")
        raise Conflict("sole_copy_exists", sentence % {"card": card, "name": copy.owner.username})
    return copy


def _cards_that_come(player: User, items: Sequence[GrantItem], random: Random) -> list[Card]:
    """The cards that are named, and what the packs draw for this player now; the player is locked."""
    named = [item.card for item in items if item.card is not None]
    room = room_left(user=player, cards=named)
    wanted = Counter(card.pk for card in named)
    full = list(dict.fromkeys(card for card in named if wanted[card.pk] > room[card.pk]))
    if full:
        sentence = _("It stays unopened until there is room: you hold as many copies as may be held of %(cards)s.")
        raise Conflict("holding_limit", sentence % {"cards": ", ".join(str(card) for card in full)})
    drawn = []
    for item in items:
        if item.series is not None:
            drawn += _pack_drawn(player, item.series, wanted, random)
            wanted = Counter(card.pk for card in [*named, *drawn])
    return [*named, *drawn]


def _pack_drawn(player: User, series: Series, coming: Counter[str], random: Random) -> list[Card]:
    """Five cards as a pack of the shop draws them; `coming` are the copies that come with it."""
    cards = list(Card.objects.filter(series=series, on_sale=True).select_related("series").order_by("number"))
    room = {pk: max(0, left - coming[pk]) for pk, left in room_left(user=player, cards=cards).items()}
    drawn = draw_by_level(cards=cards, room=room, count=PACK_SIZE, random=random)
    if len(drawn) < PACK_SIZE:
        sentence = _("It stays unopened until there is room: of %(series)s you may hold fewer than five more copies.")
        raise Conflict("nothing_left", sentence % {"series": series.name})
    return drawn


def _fill(pack: Pack, cards: Sequence[Card], *, cause: str) -> None:
    """Lets the cards come to the pack's owner and lays them in it, lowest level first."""
    in_order = sorted(cards, key=lambda card: (card.level, card.power, card.pk))
    PackCopy.objects.bulk_create(
        PackCopy(pack=pack, position=position, copy=_come(card, pack.owner, cause))
        for position, card in enumerate(in_order, start=1)
    )


def _come(card: Card, taker: User, cause: str) -> Copy:
    """A new copy; of a unique card that lies with the staff that one."""
    kept = _check_sole_copy(card) if card.series.unique_cards else None
    if kept is None:
        return give_copy(card=card, taker=taker, reason=Transfer.Reason.GRANT, cause=cause)
    return move_copy(copy=kept, taker=taker, reason=Transfer.Reason.GRANT, cause=cause).copy
