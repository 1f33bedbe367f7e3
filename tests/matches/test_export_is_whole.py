from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.apps import apps

from accounts.models import User
from cards.customs.models import Submission, SubmissionStep
from cards.models import Card, DeckDefault
from cards.portraits.models import Portrait
from cards.services.decks import deck_create
from cards.services.granting import grant_make, grant_open
from cards.trades.models import Trade, TradeCopy
from matches.chat.quiz_models import Quiz
from matches.models import Match
from matches.ratings.models import Rating, RatingChange
from tests.accounts.conftest import signed_in
from tests.matches import rows
from tests.matches.world import hand_of
from triad.clock import now

Players = tuple[User, User]

#: Every column that names a player, and where an export has its row.
THEIRS = {
    "accounts.Visit.user": "visits",
    "accounts.Wallet.user": "account points",
    "accounts.LedgerEntry.user": "ledger",
    "accounts.Block.blocker": "blocks",
    "accounts.Report.reporter": "reports_made",
    "accounts.Sanction.player": "sanctions",
    "accounts.KeptName.player": "former_names",
    "accounts.Letter.player": "letters",
    "accounts.Friend.owner": "friends",
    "accounts.Notice.player": "notices",
    "accounts.NoticeChoice.player": "notice_choices",
    "account.EmailAddress.user": "addresses",
    "cards.Card.maker": "cards own_cards",
    "cards.HistoricalCard.maker": "cards own_cards",
    "cards.Copy.owner": "cards copies",
    "cards.Transfer.giver": "cards transfers",
    "cards.Transfer.taker": "cards transfers",
    "cards.Deck.owner": "cards decks",
    "cards.DeckDefault.owner": "cards default_decks",
    "cards.CurrentDeck.owner": "cards current_deck",
    "cards.Pack.owner": "cards packs",
    "cards.Picture.owner": "cards pictures_sent",
    "cards.Submission.maker": "cards own_cards",
    "cards.SubmissionStep.author": "cards own_cards",
    "cards.GrantShare.player": "cards grants",
    "cards.Portrait.player": "cards portrait",
    "cards.Trade.maker": "cards trades",
    "cards.Trade.other": "cards trades",
    "cards.Wish.player": "cards wishes",
    "matches.Seat.user": "matches played",
    "matches.Seek.user": "matches looking",
    "matches.Line.author": "chat lines",
    "matches.Quiet.listener": "chat hidden",
    "matches.Quiz.winner": "matches quizzes_won",
    "matches.Rating.user": "matches ratings",
    "matches.RatingChange.user": "matches rating_changes",
    "matches.Challenge.challenger": "matches challenges_made",
    "matches.Challenge.opponent": "matches challenges_got",
    "shop.Purchase.buyer": "purchases",
}
#: What others say or wish of a player, what the staff does, and seeds, which a match tells when it is over.
NOT_THEIRS = {
    "accounts.Block.blocked", "accounts.Friend.friend", "accounts.Report.about", "accounts.Report.decided_by",
    "accounts.Sanction.by", "accounts.Sanction.lifted_by", "accounts.PlayerView.by", "accounts.PlayerView.player",
    "admin.LogEntry.user", "cards.HistoricalSeries.history_user", "cards.HistoricalCard.history_user",
    "cards.Price.set_by", "cards.Grant.by", "cards.Portrait.made_by", "matches.HandLook.user", "matches.Quiet.author",
    "matches.Seed.owner",
}  # fmt: skip


def test_every_row_that_names_a_player_is_exported_or_not_theirs() -> None:
    named = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert named == THEIRS.keys() | NOT_THEIRS


def test_the_file_has_a_place_for_each(alice: User) -> None:
    whole = _export(alice)
    for place in set(THEIRS.values()):
        found = whole
        for name in place.split():
            assert name in found, place
            found = found[name]


def test_the_file_tells_of_packs_grants_trades_decks_ratings_and_what_else_is_theirs(players: Players) -> None:
    alice, bob = players
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    grant = grant_make(
        by=None, players=[alice], kind="prize", reason="The cup", points=7, cards=[Card.objects.all()[0]]
    )
    grant_open(player=alice, grant_id=grant.pk)
    trade = Trade.objects.create(maker=alice, other=bob, key=uuid4(), other_points=5, expires_at=now())
    TradeCopy.objects.create(trade=trade, side="maker", copy_id=hand_of(alice)[0])
    deck = deck_create(owner=alice, name="Mine")
    DeckDefault.objects.create(owner=alice, house="deling", deck=deck)
    made = Submission.objects.create(maker=alice, key=uuid4(), name="Mine own")
    SubmissionStep.objects.create(submission=made, author=bob, text="A little lower, please")
    Portrait.objects.create(card=Card.objects.all()[1], player=alice, made_by=bob)
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    Match.objects.filter(pk=match.pk).update(state="over", ended="left", turn="", due_at=None)
    change = {"user": alice, "house": "free", "mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7}
    RatingChange.objects.create(match=match, at=now(), **change)
    Rating.objects.create(user=alice, house="free", mu=26, sigma=7, rated=1, at=now())
    asked = {"asked_at": now(), "closes_at": now() + timedelta(seconds=60), "closed_at": now()}
    Quiz.objects.create(room="lobby", question="Who?", answers=["x"], told="X", winner=alice, **asked)
    data = _export(alice)
    cards = data["cards"]
    assert data["addresses"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert [each["grant_reason"] for each in cards["grants"]] == ["The cup"] and len(cards["packs"][0]["copies"]) == 1
    assert [row["side"] for row in cards["trades"][0]["copies"]] == ["maker"]
    assert cards["default_decks"] == [{"house": "deling", "deck_name": "Mine"}]
    assert [step["text"] for step in cards["own_cards"][0]["steps"]] == ["A little lower, please"]
    assert cards["portrait"] == Card.objects.all()[1].pk
    assert [each["mu_after"] for each in data["matches"]["rating_changes"]] == [26]
    assert [each["rated"] for each in data["matches"]["ratings"]] == [1]
    assert [each["question"] for each in data["matches"]["quizzes_won"]] == ["Who?"]


def _export(player: User) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(signed_in(player).get("/settings/export/").content)
    return found
