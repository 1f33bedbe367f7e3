"""Game, Accept, Refuse and Cancel: how a match comes about, and how one is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from cards.commands.rows import deck_choices, own_deck
from cards.models import Deck
from cards.services.decks import deck_make_current
from matches.commands.finding import done, names_here, own_match, player_meant, view_of
from matches.commands.grid import grid_parts
from matches.commands.terms import challenge_words, read_wish, wish_options
from matches.live.banner import clock_text
from matches.models import Challenge, Match
from matches.queries.history import live_match
from matches.robots import robot_of
from matches.services.challenges import challenge_accept, challenge_refuse, challenge_send, challenge_withdraw
from matches.services.leaving import match_leave
from matches.services.robots import robot_match_start
from matches.services.seeds import seed_make
from triad.clock import now
from triad.commands.answers import Again, Answer, Link, Part, listed, say
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import Conflict, GameError, NotFound

MOST_LISTED = 12


def game(call: Call) -> Answer:
    """Challenges a player, or begins a match against a robot."""
    name, equals, rest = call.rest.partition("=")
    deck_name, _slash, words = (part.strip() for part in rest.partition("/"))
    if not equals or not name.strip() or not deck_name:
        raise call.wrong()
    opponent = player_meant(name.strip())
    deck = own_deck(call.user, deck_name)
    wish = read_wish(words)
    deck_make_current(deck=deck)
    if call.addition is None:
        seed = seed_make(owner=call.user)
        return _committed(seed.commitment, seed.pk)
    seed_id = call.seed_id or seed_make(owner=call.user).pk
    if robot := robot_of(opponent.username):
        terms = {**wish.terms, "trade": wish.trade or "none"}
        match = robot_match_start(
            user=call.user,
            robot=robot.key,
            seed_id=seed_id,
            addition=call.addition,
            deck=deck,
            **terms,  # type: ignore[arg-type]
        )
        return _begun(call, match, _("%(deck)s is your current deck.") % {"deck": deck.name})
    made = challenge_send(
        challenger=call.user,
        opponent=opponent,
        seed_id=seed_id,
        addition=call.addition,
        deck=deck,
        confirmed=call.confirmed,
        **wish.terms,  # type: ignore[arg-type]
    )
    page = reverse("matches:challenge-detail", args=(made.pk,))
    words_of = {"name": opponent.username, "deck": deck.name}
    return say(
        _("Your challenge is sent to %(name)s, with your deck %(deck)s, which is your current deck.") % words_of,
        challenge_words(made),
        _("It waits ten minutes; +TT/Cancel takes it back."),
        link=Link(page, _("The challenge")),
        follow=page,
    )


def accept(call: Call) -> Answer:
    """Accepts the only challenge that waits, or the one of a named player."""
    deck_name, _slash, name = (part.strip() for part in call.rest.partition("/"))
    challenge = _waiting_for(call.user, name, example="+TT/Accept <Deck>/<Name>")
    deck: Deck | None = None
    if deck_name:
        deck = own_deck(call.user, deck_name)
    elif "random" not in challenge.rules:
        raise call.wrong(_("Say with which deck you play."))
    if call.addition is None:
        return _committed(challenge.seed.commitment, 0)
    match = challenge_accept(
        challenge_id=challenge.pk, user=call.user, addition=call.addition, deck=deck, confirmed=call.confirmed
    )
    return _begun(call, match, challenge_words(challenge))


def refuse(call: Call) -> Answer:
    """Refuses the only challenge that waits, or the one of a named player."""
    challenge = _waiting_for(call.user, call.rest, example="+TT/Refuse <Name>")
    challenge_refuse(challenge_id=challenge.pk, user=call.user)
    return say(_("You refuse the challenge of %(name)s.") % {"name": challenge.challenger.username})


def cancel(call: Call) -> Answer:
    """Leaves the match that runs, else takes back a challenge that waits."""
    if not call.rest and (call.user.is_guest or live_match(call.user) is not None):
        match = own_match(call)
        view, fragments = done(call, match.pk, lambda: match_leave(match_id=match.pk, user=call.user))
        outcome = view.outcome
        told = (outcome.headline, outcome.text, *outcome.taken, outcome.paid, outcome.bet) if outcome else ()
        return say(*told, link=_table(match.pk), fragments=fragments)
    waiting = list(_asked().filter(challenger=call.user))
    if call.rest:
        user = player_meant(call.rest)
        waiting = [challenge for challenge in waiting if challenge.opponent_id == user.pk]
    if not waiting:
        raise NotFound("nothing_to_cancel", _("You are in no match, and none of your challenges waits."))
    if len(waiting) > 1:
        lines = [f"{_asked_of(each)}: {challenge_words(each)}" for each in waiting]
        raise _several(_("Several of your challenges wait:"), lines, example="+TT/Cancel <Name>")
    challenge_withdraw(challenge_id=waiting[0].pk, user=call.user)
    return say(_("Your challenge to %(name)s is withdrawn.") % {"name": _asked_of(waiting[0])})


def _asked() -> QuerySet[Challenge]:
    """The challenges that can still be answered."""
    waiting = Challenge.objects.filter(state=Challenge.State.WAITING, expires_at__gt=now())
    return waiting.select_related("challenger", "opponent", "seed").order_by("pk")


def _asked_of(challenge: Challenge) -> str:
    """The name of who was challenged; an open challenge names nobody."""
    return challenge.opponent.username if challenge.opponent else _("everybody")


def _waiting_for(user: User, name: str, *, example: str) -> Challenge:
    """The challenge that a player is to answer. Raises NotFound `no_challenge`, Conflict `several_challenges`."""
    waiting = list(_asked().filter(opponent=user))
    if name:
        challenger = player_meant(name)
        waiting = [challenge for challenge in waiting if challenge.challenger_id == challenger.pk]
        if not waiting:
            sentence = _("No challenge of %(name)s waits for you.")
            raise NotFound("no_challenge", sentence % {"name": challenger.username})
    if not waiting:
        raise NotFound("no_challenge", _("No challenge waits for you."))
    if len(waiting) > 1:
        moment = now()
        lines = [
            f"{each.challenger.username} ({clock_text(each.expires_at, moment)}): {challenge_words(each)}"
            for each in waiting
        ]
        raise _several(_("Several challenges wait for you:"), lines, example=example)
    return waiting[0]


def _several(head: str, lines: Sequence[str], *, example: str) -> GameError:
    choose = _("Choose one: %(example)s") % {"example": example}
    return Conflict("several_challenges", f"{listed(head, lines, most=MOST_LISTED)}\n{choose}")


def _committed(commitment: str, seed_id: int) -> Answer:
    """The commitment, shown before the browser adds its part; the line is sent again with it."""
    said = _("Commitment to the draws: %(commitment)s. Your browser adds its part now.")
    return Answer((Part(said % {"commitment": commitment}),), again=Again(commitment, seed_id))


def _begun(call: Call, match: Match, terms: str) -> Answer:
    """A match that has just begun, and its table."""
    view = view_of(match.pk, call.player)
    said = _("The match against %(name)s has begun.") % {"name": view.far.name}
    return say(said, terms, *grid_parts(view), follow=reverse("matches:match", args=(match.pk,)))


def _table(match_id: int) -> Link:
    return Link(reverse("matches:match", args=(match_id,)), _("The table"))


def _game_choices(call: Call) -> Iterable[Choice]:
    name, equals, rest = call.rest.partition("=")
    if not equals:
        return begins(name, names_here(call, robots=True), after="=")
    deck, slash, words = rest.partition("/")
    if not slash:
        return [Choice(f"{name}={choice.rest}", choice.note) for choice in deck_choices(call.user, deck, after="/")]
    before, _space, typed = words.rpartition(" ")
    start = f"{name}={deck}/{before} " if before else f"{name}={deck}/"
    used = {word.casefold() for word in before.split()}
    options = [option for option in wish_options(words) if option[0].casefold() not in used]
    return begins(typed, options, before=start)


def _accept_choices(call: Call) -> Iterable[Choice]:
    deck, slash, name = call.rest.partition("/")
    names = [challenge.challenger.username for challenge in _asked().filter(opponent=call.user)]
    if slash:
        return begins(name, [(each, "") for each in names], before=f"{deck}/")
    return deck_choices(call.user, deck, after="/" if len(names) > 1 else "")


def _refuse_choices(call: Call) -> Iterable[Choice]:
    waiting = _asked().filter(opponent=call.user)
    return begins(call.rest, [(each.challenger.username, challenge_words(each)) for each in waiting])


def _cancel_choices(call: Call) -> Iterable[Choice]:
    waiting = _asked().filter(challenger=call.user).exclude(opponent=None)
    return begins(call.rest, [(_asked_of(each), challenge_words(each)) for each in waiting])


COMMANDS = (
    Command(
        name="Game",
        syntax="+TT/Game <Name>=<Deck>/<Rules...>",
        text=gettext_lazy(
            "Asks a player for a match with one of your decks. Rules, a trade rule, Private or Broadcast, a house "
            "(Deling if none is named) and seconds such as 30s stand in any order. A robot plays at once."
        ),
        handler=game,
        group="asking",
        completer=_game_choices,
    ),
    Command(
        name="Accept",
        syntax="+TT/Accept <Deck>",
        text=gettext_lazy(
            "Accepts the challenge that waits. Where several wait it lists them, and +TT/Accept <Deck>/<Name> chooses."
        ),
        handler=accept,
        group="asking",
        completer=_accept_choices,
    ),
    Command(
        name="Refuse",
        syntax="+TT/Refuse",
        text=gettext_lazy("Refuses the challenge that waits; with a name the one of that player."),
        handler=refuse,
        group="asking",
        completer=_refuse_choices,
    ),
    Command(
        name="Cancel",
        syntax="+TT/Cancel",
        text=gettext_lazy(
            "Leaves the match you are in, with what your house says about leaving, or takes back a challenge that "
            "waits; with a name the one to that player."
        ),
        handler=cancel,
        group="asking",
        needs=Needs.PLAYER,
        completer=_cancel_choices,
    ),
)
