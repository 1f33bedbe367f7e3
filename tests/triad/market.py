"""People who collect, trade, design cards and play for stakes, in any order or at once; and what each must then have.

Each act is a method of `Market` that takes five numbers; what it does with them follows from what is there. What is
right afterwards is worked out from purchases, trades, submissions and matches alone, without the ledger or the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any
from uuid import UUID, uuid4

from accounts.models import Kind, User, Wallet
from accounts.services.wallet import pay
from cards.customs.models import OPEN, State, Submission
from cards.grants.models import GrantShare
from cards.models import Card, Copy, Pack, PackCopy, Price, Series
from cards.services import curating, granting, submissions, trade_answers
from cards.services.copies import give_copy
from cards.services.starter import starter_open
from cards.trades.models import Party, Trade
from cards.trades.queries import tradeable
from matches.chat.quiz import quiz_answer, quiz_ask
from matches.chat.quiz_models import Quiz
from matches.chat.room import Room
from matches.engine import COLOURS, legal_moves
from matches.houses import HOUSES
from matches.models import Challenge, Match
from matches.queries.records import placements, seats, standing
from matches.services.challenges import challenge_accept, challenge_refuse
from matches.services.claims import claim_default
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.spoils import spoils_choose
from shop.models import Purchase
from shop.orders import order_read
from shop.services.buying import buy
from tests.cards.customs import curator_make, design
from tests.cards.trades import offer
from tests.conftest import Clock
from tests.matches import world
from triad.errors import Conflict
from triad.management.commands.audit import MODULES

#: What each has to begin with: two of these cards (levels 1 to 6, and 10, of which one may be held), and points.
CARDS = ("A001", "A002", "A003", "A012", "A023", "A034", "A045", "A056", "A057", "A105")
POINTS = 900
#: The only copy in the world of this one is with the first.
UNIQUE = "M001"
#: Terms between them with every kind of stake: one chosen, as many as won by, each in their colour, all, and points.
TERMS: tuple[dict[str, Any], ...] = (
    {"house": "deling", "rules": ["same", "plus"], "trade": "one", "bet": 9},
    {"house": "deling", "rules": ["open", "limitless"], "trade": "diff", "bet": 20},
    {"house": "tffo", "rules": ["open"], "trade": "direct"},
    {"house": "guild", "rules": ["same"], "trade": "total"},
    {"house": "tffo", "rules": ["plus"], "trade": "change", "bet": 1},
    {"house": "ffviii", "rules": ["sudden_death"], "trade": "one", "draw": "sudden_death"},
)
#: The names and levels of designs; the second name is the first one folded, the last sum is out of its range.
DESIGNS: tuple[dict[str, Any], ...] = (
    {"name": "Ultros", "level": 5, "ranks": (3, 4, 5, 6)},
    {"name": "U1tros", "level": 1, "ranks": (1, 2, 3, 4)},
    {"name": "Vargas", "level": 2, "ranks": (3, 3, 3, 4)},
    {"name": "Chupon", "level": 10, "ranks": (10, 9, 5, 4)},
    {"name": "Zeppo", "level": 10, "ranks": (1, 1, 1, 1)},
)
SHOP = ("random A 1", "random A 1", "random A 10", "random X 2", "named A105", "named A001", "named C001", "named M001",
        "named W001", "pack A", "pack X", "pack C", "random A 11")  # fmt: skip


class Market:
    """Some people with cards and points, and a curator. `chance` is what the shop draws by."""

    def __init__(self, clock: Clock, chance: Random) -> None:
        self.clock, self.chance = clock, chance
        self.curator = curator_make("market-curator")
        self.people = [User.objects.create_user(username=f"market-{name}", kind=Kind.PERSON) for name in "abc"]
        #: What each has to begin with: copies by player and card.
        self.given: Counter[tuple[int, str]] = Counter()
        cards = {card.pk: card for card in Card.objects.filter(pk__in=(*CARDS, UNIQUE))}
        for user in self.people:
            # Experience enough for every stake.
            pay(user=user, points=POINTS, experience=5000, reason="grant", cause="market")
            for card_id in CARDS:
                for _copy in range(1 if cards[card_id].level == 10 else 2):
                    self._give(user, cards[card_id])
        self._give(self.people[0], cards[UNIQUE])

    def _give(self, user: User, card: Card) -> None:
        give_copy(card=card, taker=user, reason="grant", cause="market", marked=card.pk == "A003")
        self.given[user.pk, card.pk] += 1

    # The shop.

    def buys(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Buys at random, by name or a pack; sometimes with a form that has been sent before."""
        kind, first, *level = SHOP[what % len(SHOP)].split()
        sent = {"kind": kind, "card": first} if kind == "named" else {"kind": kind, "series": first}
        sent |= {"level": level[0]} if level else {}
        key = UUID(int=which + 1) if which < 2 else uuid4()
        user = self.people[who]
        buy(buyer=user, order=order_read(sent, buyer=user), key=key, random=self.chance)

    def opens_the_starter(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Opens the starter, the first time."""
        starter_open(user=self.people[who], random=self.chance)

    def is_granted(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Points, a card, a pack or a unique card are granted to one, or points to all."""
        card_id = ("A105", "A001", "M002", "Z001")[which % 4]
        granting.grant_make(
            by=None,
            players=self.people if what % 4 == 0 else [self.people[who]],
            kind="prize",
            reason="For the market",
            points=much,
            cards=Card.objects.filter(pk=card_id) if what % 2 else [],
            packs=Series.objects.filter(pk="X") if what % 3 == 0 else [],
        )

    def opens_a_grant(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Opens what was granted, or opens it again."""
        share = self._one_of(GrantShare.objects.order_by("opened_at", "-pk"), which)
        granting.grant_open(player=share.player, grant_id=share.grant_id, random=self.chance)

    # Trades.

    def offers(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Offers cards and points for cards, and sometimes for nothing."""
        maker, other = self._pair(who, whom)
        gives = self._some(maker, which, what % 3)
        gets = self._some(other, which + 1, what // 3 % 3)
        offer(maker, other, gives=gives, gets=gets, points=much if what % 2 else 0)

    def answers_with_another(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Answers an offer with another one, for points besides."""
        trade = self._one_of(Trade.objects.order_by("-pk"), which)
        asked, maker = trade.other, trade.maker
        offer(asked, maker, gives=self._some(asked, what, 1), asks=much, counter_of=trade.pk)

    def accepts(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Accepts an offer, if it was made to them."""
        trade = self._one_of(Trade.objects.order_by("-pk"), which)
        trade_answers.trade_accept(trade_id=trade.pk, user=trade.other if what % 5 else self.people[who])

    def ends_a_trade(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Refuses an offer, or takes it back."""
        trade = self._one_of(Trade.objects.order_by("-pk"), which)
        call = trade_answers.trade_refuse if what % 2 else trade_answers.trade_withdraw
        call(trade_id=trade.pk, user=self.people[who])

    # Custom cards.

    def submits(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Submits a new design, or lays down a draft."""
        wanted = design(**DESIGNS[what % len(DESIGNS)])
        call = submissions.draft_save if which == 0 else submissions.submission_submit
        call(maker=self.people[who], key=uuid4(), design=wanted)

    def changes_a_design(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Sends a design again, or takes it back."""
        made = self._one_of(Submission.objects.order_by("-pk"), which)
        if what % 2:
            wanted = design(**DESIGNS[what % len(DESIGNS)])
            submissions.submission_submit(maker=made.maker, key=made.key, design=wanted, submission_id=made.pk)
        else:
            submissions.submission_withdraw(maker=made.maker, submission_id=made.pk)

    def decides(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """The curator decides."""
        made = self._one_of(Submission.objects.order_by("-pk"), which)
        if what % 4 < 2:
            curating.submission_accept(curator=self.curator, submission_id=made.pk)
        else:
            call = curating.submission_ask if what % 4 == 2 else curating.submission_refuse
            call(curator=self.curator, submission_id=made.pk, text="Why?")

    # Matches.

    def begins_a_match(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Challenges another and plays at once, with the lowest or with the highest five cards."""
        blue, red = self._pair(who, whom)
        world.seen_now(*self.people)
        terms = {**TERMS[what % len(TERMS)], "confirmed": True, "addition": ""}
        high = "limitless" in terms["rules"] or terms["house"] not in ("deling", "ffviii")
        asked = world.challenge_make(blue, red, copies=self._hand(blue, high), **terms)
        try:
            challenge_accept(challenge_id=asked.pk, user=red, copies=self._hand(red, high), addition="", confirmed=True)
        except Conflict:
            if Challenge.objects.get(pk=asked.pk).state == Challenge.State.WAITING:
                challenge_refuse(challenge_id=asked.pk, user=red)
            raise

    def plays(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Plays some placements of a match, or chooses the spoils of one that is played."""
        match = self._running(which)
        for _placement in range(9 if what % 3 else 2):
            match.refresh_from_db()
            if match.state != Match.State.PLAYING:
                break
            at = standing(match)
            assert at.round is not None
            move = Random(what + match.version).choice(legal_moves(at.round))
            user = seats(match)[match.turn].user
            move_play(match_id=match.pk, user=user, card=move.card, square=move.square, version=match.version)
        match.refresh_from_db()
        if match.state == Match.State.CHOOSING:
            winner = seats(match)[match.claim["by"]].user
            spoils_choose(match_id=match.pk, user=winner, keys=claim_default(match)[: 5 if what % 4 else 0])

    def leaves(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Leaves a match."""
        world.seen_now(*self.people)
        match = self._running(which)
        match_leave(match_id=match.pk, user=seats(match)[COLOURS[what % 2]].user)

    def answers_the_quiz(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Has the lobby asked, and answers: right, or with what is no answer."""
        user = self.people[who]
        quiz = quiz_ask(room=Room.lobby(), asker=user)
        quiz_answer(room=Room.lobby(), author=user, text=quiz.answers[0] if what else "I do not know")

    # One after the other, so that more comes to its end.

    def plays_to_the_spoils(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Begins a match and plays it; one that is drawn may go on."""
        self.begins_a_match(who, whom, what, which, much)
        self.plays(who, whom, 12 * what + 1, 0, much)

    def trades(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Offers a trade, and the other accepts."""
        self.offers(who, whom, what, which, min(much, 60))
        self.accepts(who, whom, 1, 0, 0)

    def gets_a_card_accepted(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Submits a card, and the curator accepts it."""
        self.submits(who, whom, what, 1, 0)
        self.decides(who, whom, 0, 0, 0)

    def waits(self, who: int, whom: int, what: int, which: int, much: int) -> None:
        """Hours go by, and offers expire, unless a match runs, whose cards the clock would place."""
        if Match.objects.exclude(state=Match.State.OVER).exists():
            raise Conflict("nothing", "A match is running.")
        trade_answers.trades_expire(moment=self.clock.advance(3600 * 7 * what))

    # What there is.

    def _pair(self, who: int, whom: int) -> tuple[User, User]:
        others = [user for user in self.people if user != self.people[who]]
        return self.people[who], others[whom % len(others)]

    @staticmethod
    def _one_of(rows: Any, which: int) -> Any:
        """One of the newest rows."""
        found = list(rows[:4])
        if not found:
            raise Conflict("nothing", "There is nothing to act on yet.")
        return found[which % len(found)]

    def _running(self, which: int) -> Match:
        found: Match = self._one_of(Match.objects.exclude(state=Match.State.OVER).order_by("-pk"), which)
        return found

    @staticmethod
    def _some(owner: User, which: int, most: int) -> list[str]:
        ids = list(tradeable(owner=owner).order_by("card_id", "slot").values_list("card_id", flat=True))
        return [ids[(which * 3 + step * 5) % len(ids)] for step in range(min(most, len(ids)))]

    @staticmethod
    def _hand(user: User, high: bool) -> list[int]:
        free = Copy.objects.filter(owner=user).exclude(brought__frozen=True)
        return list(free.order_by("-card__level" if high else "card__level", "pk").values_list("pk", flat=True)[:5])


Act = Callable[[Market, int, int, int, int, int], None]
ACTS: dict[str, Act] = {
    name: getattr(Market, name)
    for name in (
        "buys", "opens_the_starter", "is_granted", "opens_a_grant", "offers", "answers_with_another", "accepts",
        "ends_a_trade", "submits", "changes_a_design", "decides", "begins_a_match", "plays", "leaves",
        "answers_the_quiz", "plays_to_the_spoils", "trades", "gets_a_card_accepted", "waits",
    )
}  # fmt: skip


def findings() -> list[str]:
    """What `manage.py audit` finds."""
    return [line for name in MODULES for line in import_module(name).findings()]


def points_right(market: Market) -> dict[int, int]:
    """What must be in each wallet, by player."""
    right = Counter({user.pk: POINTS for user in market.people})
    for purchase in Purchase.objects.all():
        right[purchase.buyer_id] -= _price(purchase)
    for made in Submission.objects.filter(state__in=(*OPEN, State.ACCEPTED)):
        listed = Price.objects.get(series="C").specific
        assert listed is not None
        right[made.maker_id] -= listed * made.level // 2
    for trade in Trade.objects.filter(state="accepted"):
        right[trade.maker_id] += trade.other_points - trade.maker_points
        right[trade.other_id] += trade.maker_points - trade.other_points
    for share in GrantShare.objects.exclude(opened_at=None).select_related("grant"):
        right[share.player_id] += share.grant.points
    days = Counter(Quiz.objects.exclude(winner=None).values_list("winner", "closed_at__date"))
    for (winner, _day), count in days.items():
        right[winner] += 2 * min(5, count)
    for match in Match.objects.select_related("seed"):
        for user_id, points in _match_points(match).items():
            right[user_id] += points
    return {user.pk: right[user.pk] for user in market.people}


def _price(purchase: Purchase) -> int:
    """What the rules ask for it: four cards of the mean level for a pack, which is 3.65 in A and 3.95 in X."""
    listed = Price.objects.get(series=purchase.series_id)
    if purchase.kind == Purchase.Kind.PACK:
        return {"A": 146, "X": 237}[purchase.series_id]
    if purchase.kind == Purchase.Kind.NAMED:
        assert purchase.card is not None and listed.specific is not None
        return listed.specific * purchase.card.level
    assert purchase.level is not None and listed.random is not None
    return listed.random * purchase.level


def _match_points(match: Match) -> dict[int, int]:
    """What a match brought its players in points, pay and bets; all are here, and no clock places a card."""
    players = {colour: seat.user_id for colour, seat in seats(match).items()}
    found = Counter(dict.fromkeys(players.values(), -match.bet))
    if match.state == Match.State.PLAYING:
        return found
    pay_of = HOUSES[match.house].points
    if match.ended == "played":
        for colour, user_id in players.items():
            found[user_id] += (
                pay_of.drawn if match.winner == "draw" else pay_of.won if match.winner == colour else pay_of.lost
            )
        taker = match.winner if match.winner in players else None
    else:
        taker = COLOURS[1 - COLOURS.index(match.left["by"])]
        found[players[taker]] += pay_of.won if placements(standing(match)) >= 5 else 0
    for colour, user_id in players.items():
        found[user_id] += match.bet if taker is None else 2 * match.bet if colour == taker else 0
    return found


def copies_right(market: Market) -> Counter[tuple[int, str]]:
    """How many copies of each card each must have."""
    right = Counter(market.given)
    for owner_id, card_id in PackCopy.objects.values_list("pack__owner", "copy__card"):
        right[owner_id, card_id] += 1
    for maker_id, card_id in Submission.objects.filter(state=State.ACCEPTED).values_list("maker", "card"):
        right[maker_id, card_id] += 1
    for trade in Trade.objects.filter(state="accepted"):
        sides = {Party.MAKER: (trade.maker_id, trade.other_id), Party.OTHER: (trade.other_id, trade.maker_id)}
        for side, card_id in trade.copies.values_list("side", "copy__card"):
            _moves(right, card_id, *sides[Party(side)])
    for match in Match.objects.exclude(chosen=None):
        players = {seat.colour: seat.user_id for seat in match.seats.all()}
        brought = dict(match.brought.values_list("key", "copy__card"))
        for key in match.chosen:
            giver, taker = COLOURS if key[0] == "b" else COLOURS[::-1]
            _moves(right, brought[key], players[giver], players[taker])
    return Counter({place: held for place, held in right.items() if held})


def _moves(right: Counter[tuple[int, str]], card_id: str, giver: int, taker: int) -> None:
    right[giver, card_id] -= 1
    right[taker, card_id] += 1


def prove(market: Market) -> None:
    """Everybody has what they must have, no more, and nothing that nobody may have."""
    assert dict(Wallet.objects.filter(user__in=market.people).values_list("user", "points")) == points_right(market)
    assert all(points >= 0 for points in Wallet.objects.values_list("points", flat=True))
    held = Counter(Copy.objects.values_list("owner", "card"))
    assert held == copies_right(market)
    cards = Card.objects.select_related("series").in_bulk({card_id for _owner, card_id in held})
    assert {place: count for place, count in held.items() if count > cards[place[1]].hold_limit} == {}
    unsold = Counter(card_id for _owner, card_id in held.elements() if card_id[0] in "MZP")
    opened = GrantShare.objects.exclude(opened_at=None)
    granted = Counter(opened.filter(grant__items__card__series__in="MZP").values_list("grant__items__card", flat=True))
    assert unsold == granted + Counter([UNIQUE])
    assert all(count == 1 for card_id, count in unsold.items() if card_id[0] == "M")


def prove_all() -> None:
    """The audit finds nothing in all that has happened, and packs hold what they must, the free ones once each."""
    assert findings() == []
    bought = {purchase.pack_id: purchase for purchase in Purchase.objects.all()}
    for pack in Pack.objects.all():
        small = pack.pk in bought and bought[pack.pk].kind != Purchase.Kind.PACK
        size = 1 if small else 20 if pack.source == Pack.Source.STARTER else 5
        if pack.source == Pack.Source.GRANT:
            items = pack.grant_share.grant.items
            size = items.exclude(card=None).count() + 5 * items.filter(card=None).count()
        assert pack.contents.count() == size
    played: set[int] = set()
    for match in Match.objects.exclude(ended=""):
        stayed = [colour for colour in COLOURS if not match.left or match.left["by"] != colour]
        played |= {seat.user_id for seat in match.seats.filter(colour__in=stayed)}
    for source, owners in ((Pack.Source.WELCOME, played), (Pack.Source.STARTER, None)):
        have: Sequence[int] = list(Pack.objects.filter(source=source).values_list("owner", flat=True))
        assert len(have) == len(set(have)) and (owners is None or set(have) == owners)
