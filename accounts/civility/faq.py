"""Questions that many ask, with their answers; a page each answer may lead to, by its address's name."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Question:
    """One question: a word for its link, the sentence, the answer, and where more stands."""

    key: str
    question: Promise | str
    answer: Promise | str
    url: str = ""
    link: Promise | str = ""


QUESTIONS = (
    Question(
        "begin",
        _("How do I begin?"),
        _("Sign up, open your starter of twenty cards, play a robot to warm up, then challenge somebody who is here."),
        "start",
        _("The start page"),
    ),
    Question(
        "rules",
        _("How does a card take another?"),
        _("By a higher rank on the side where they touch, and by the rules that both players chose."),
        "matches:rules",
        _("The rule book"),
    ),
    Question(
        "lose",
        _("Can I lose cards?"),
        _("Only where the challenge says what the winner gets, and you accept it. Against robots nothing is at stake."),
    ),
    Question(
        "away",
        _("What if my connection breaks in a match?"),
        _(
            "The page comes back by itself. While you are away the clock runs; when your time is over it places a card "
            "for you, and after three in a row you have left."
        ),
    ),
    Question(
        "trades",
        _("When can I trade, give and bet?"),
        _("After ten matches with people and three days, so that nobody makes accounts only to empty them."),
    ),
    Question(
        "fair",
        _("How do I know that the draws are fair?"),
        _("Every match shows a seal before it begins and the seed behind it afterwards; your own browser checks them."),
        "matches:proof-any",
        _("Check a match"),
    ),
    Question(
        "trouble",
        _("Somebody is rude or cheats. What can I do?"),
        _("Block them on their page: it holds both ways. Report them there too; a moderator looks at every report."),
    ),
    Question(
        "password",
        _("I forgot my password."),
        _("With an e-mail address you get a link at once. Without one, write to the staff."),
        "account_reset_password",
        _("A new password"),
    ),
    Question(
        "notices",
        _("How do I get fewer notices, or more?"),
        _("Each kind can be switched off and on in the settings: on the site, by your browser, by e-mail."),
        "accounts:settings",
        _("Settings"),
    ),
    Question(
        "leave",
        _("How do I get my data, and how do I leave?"),
        _("Both stand at the end of the settings. Leaving cannot be undone."),
        "accounts:settings",
        _("Settings"),
    ),
)
