"""What is read of cards and of who owns them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from cards.decks import DECK_SIZE, LEVEL_LIMIT, LONGEST_NAME, MOST_DECKS, DeckCheck, deck_check_cards
from cards.frozen import frozen_among
from cards.grants.ruin import makes_deck
from cards.models import Card, Copy, CurrentDeck, Deck, DeckCard, DeckDefault, Pack, PackCopy
from cards.names import fold_card_name
from cards.prices import prices_at, worth_a_level
from triad.errors import Conflict, NotFound


def record_card(card: Card, key: str) -> dict[str, Any]:
    """A card as a match's record writes it, under its key there (RECORDS); ranks are up, right, down, left."""
    return {
        "key": key,
        "id": card.pk,
        "name": card.name,
        "level": card.level,
        "ranks": list(card.ranks),
        "element": card.element or None,
        "type": card.type or None,
    }


def card_get(*, card_id: str) -> Card:
    """One card with its series, its maker and its figures; raises NotFound."""
    found = Card.objects.select_related("series", "maker", "figures", "portrait__player")
    card = found.filter(pk=card_id.upper()).first()
    if card is None:
        raise NotFound("no_card", _("There is no card with this ID."))
    return card


def stash(*, owner: User) -> QuerySet[Card]:
    """The cards of which a player has copies, each once: with `held` and, of these, `marked` copies. Highest level
    first, then by ID."""
    cards = Card.objects.filter(copies__owner=owner)
    return cards.annotate(held=Count("copies"), marked=Count("copies", filter=Q(copies__marked=True))).order_by(
        "-level", "series_id", "number"
    )


def owned_counts(*, user: User, card_ids: Collection[str]) -> dict[str, int]:
    """How many copies the player has of each of these cards; cards not owned are left out."""
    rows = Copy.objects.filter(owner=user, card_id__in=set(card_ids)).order_by().values_list("card_id")
    return dict(rows.annotate(Count("pk")))


def room_left(*, user: User, cards: Sequence[Card]) -> dict[str, int]:
    """Of how many more copies of each card there is room in the player's stash; the cards come with their series."""
    held = owned_counts(user=user, card_ids=[card.pk for card in cards])
    return {card.pk: max(0, card.hold_limit - held.get(card.pk, 0)) for card in cards}


def copies_for(*, user: User, card_ids: Sequence[str]) -> list[Copy]:
    """The player's own copies for a list of cards, in its order: free ones, of equal copies an unmarked one last
    (RULES 5). For a list that is played, call it with the player locked.

    Raises Conflict: `not_owned` (fewer copies than the list names), `copies_frozen` (enough, but a match holds them).
    """
    copies = _copies_of(user, card_ids).select_related("card")
    found = {copy.pk: copy for copy in copies}
    return [found[copy_id] for copy_id in _chosen([(copy.card_id, copy.pk) for copy in copies], card_ids)]


def copy_ids_for(*, user: User, card_ids: Sequence[str]) -> list[int]:
    """The IDs of the copies that `copies_for` gives; raises the same."""
    return _chosen(_copies_of(user, card_ids).values_list("card_id", "pk"), card_ids)


def _copies_of(user: User, card_ids: Sequence[str]) -> QuerySet[Copy]:
    return Copy.objects.filter(owner=user, card_id__in=set(card_ids)).order_by("-marked", "slot")


def _chosen(copies: Iterable[tuple[str, int]], card_ids: Sequence[str]) -> list[int]:
    """Of copies by card and ID, in the order in which they are taken, those for a list of cards."""
    by_card: dict[str, list[int]] = defaultdict(list)
    for card_id, copy_id in copies:
        by_card[card_id].append(copy_id)
    frozen = frozen_among([copy_id for found in by_card.values() for copy_id in found])
    for card_id, needed in Counter(card_ids).items():
        free = [copy_id for copy_id in by_card[card_id] if copy_id not in frozen]
        if len(free) < needed:
            raise _too_few(card_id, owned=len(by_card[card_id]), needed=needed)
        by_card[card_id] = free
    return [by_card[card_id].pop(0) for card_id in card_ids]


def _too_few(card_id: str, *, owned: int, needed: int) -> Conflict:
    card = Card.objects.filter(pk=card_id).first() or card_id
    if owned >= needed:
        return Conflict("copies_frozen", _("%(card)s is in a match that is not over.") % {"card": card})
    if owned == 0:
        return Conflict("not_owned", _("%(card)s is not in the stash.") % {"card": card})
    return Conflict("not_owned", _("There are not enough copies of %(card)s in the stash.") % {"card": card})


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a player owns, in numbers: copies, different cards, and the point value (RULES 8); `parts` counts the
    different cards by series and level, `levels` the copies by level."""

    copies: int
    cards: int
    point_value: int
    parts: dict[tuple[str, int], int]
    levels: Counter[int]

    @property
    def makes_deck(self) -> bool:
        """Whether five copies make a legal Deling deck; who has none such may be ruined."""
        return makes_deck(sorted(self.levels.elements())[:DECK_SIZE])


def holdings(*, user: User) -> Holdings:
    """Copies, different cards and point value of a player, at the prices that hold now."""
    copies = Copy.objects.filter(owner=user).order_by().values_list("card__series_id", "card__level")
    rows = list(copies.annotate(copies=Count("pk"), cards=Count("card", distinct=True)))
    listed = prices_at()
    levels: Counter[int] = Counter()
    for _code, level, count, _cards in rows:
        levels[level] += count
    return Holdings(
        copies=sum(count for _code, _level, count, _cards in rows),
        cards=sum(cards for _code, _level, _count, cards in rows),
        point_value=sum(level * count * worth_a_level(listed.get(code)) for code, level, count, _cards in rows),
        parts={(code, level): cards for code, level, _count, cards in rows},
        levels=levels,
    )


def point_value(user: User) -> int:
    """What a player's copies are worth together (RULES 8): for each its level times the specific price of its series,
    or four times the random price, or 100."""
    return holdings(user=user).point_value


def decks_of(*, owner: User) -> list[Deck]:
    """A player's decks by name, with their cards loaded."""
    return list(Deck.objects.filter(owner=owner).prefetch_related(_places()).order_by("name_key"))


def deck_get(*, owner: User, deck_id: int) -> Deck:
    """One of the player's own decks, with its cards; anybody else's is NotFound."""
    deck = Deck.objects.filter(owner=owner, pk=deck_id).prefetch_related(_places()).first()
    if deck is None:
        raise NotFound("no_deck", _("You have no such deck."))
    return deck


def deck_cards(deck: Deck) -> list[Card]:
    """The cards of a deck in their order."""
    return [place.card for place in deck.places.all()]


def deck_check(*, user: User, deck: Deck, level_limit: int | None = LEVEL_LIMIT, stars: bool = False) -> DeckCheck:
    """Whether the player can play the deck now, and exactly why not; `level_limit` None is Limitless, `stars` limits
    it by stars."""
    return deck_checks(user=user, decks=[deck], level_limit=level_limit, stars=stars)[deck.pk]


def deck_checks(
    *, user: User, decks: Iterable[Deck], level_limit: int | None = LEVEL_LIMIT, stars: bool = False
) -> dict[int, DeckCheck]:
    """The checks of several decks by their ID, with one look into the stash."""
    cards = {deck.pk: deck_cards(deck) for deck in decks}
    owned = owned_counts(user=user, card_ids={card.pk for hand in cards.values() for card in hand})
    return {
        deck_id: deck_check_cards(cards=hand, owned=owned, level_limit=level_limit, stars=stars)
        for deck_id, hand in cards.items()
    }


def free_deck_name(*, owner: User, like: str) -> str:
    """A name that none of the player's decks has: this one, or cut and numbered (Stone-2)."""
    taken = set(Deck.objects.filter(owner=owner).values_list("name_key", flat=True))
    numbered = (f"{like[: LONGEST_NAME - 4]}-{number}" for number in range(2, MOST_DECKS + 3))
    return next(name for name in (like, *numbered) if name.lower() not in taken)


def default_decks(*, owner: User) -> dict[str, Deck]:
    """A player's default decks by the key of their house."""
    rows = DeckDefault.objects.filter(owner=owner).select_related("deck")
    return {row.house: row.deck for row in rows}


def deck_named(*, owner: User, name: str) -> Deck | None:
    """The player's deck of a name, in any case; with space, - , _ or nothing between words where only one is meant."""
    decks = decks_of(owner=owner)
    found = [deck for deck in decks if deck.name_key == name.lower()]
    found = found or [deck for deck in decks if fold_card_name(deck.name) == fold_card_name(name)]
    return found[0] if len(found) == 1 else None


def deck_current(*, owner: User) -> Deck | None:
    """The deck that the player's commands mean where they name none; None where none was made or named."""
    current = CurrentDeck.objects.filter(owner=owner).first()
    return deck_get(owner=owner, deck_id=current.deck_id) if current else None


def has_starter(user: User) -> bool:
    """Whether the player's starter has been opened."""
    return Pack.objects.filter(owner=user, source=Pack.Source.STARTER).exists()


def pack_get(*, owner: User, pack_id: int) -> Pack:
    """One of the player's own packs; anybody else's is NotFound."""
    pack = Pack.objects.filter(owner=owner, pk=pack_id).first()
    if pack is None:
        raise NotFound("no_pack", _("You have no such pack."))
    return pack


def pack_cards(pack: Pack) -> list[Card]:
    """The cards that lay in a pack, in the order in which they are shown."""
    contents = PackCopy.objects.filter(pack=pack).select_related("copy__card").order_by("position")
    return [content.copy.card for content in contents]


def _places() -> Prefetch[str]:
    return Prefetch("places", DeckCard.objects.select_related("card").order_by("position"))
