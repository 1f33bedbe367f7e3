"""Addresses of matches."""

from __future__ import annotations

from django.urls import include, path

from matches.arena import urls as arena
from matches.broadcast import urls as broadcast
from matches.chat import urls as chat
from matches.views import challenge, editor, match, proof, ratings, replays, robots, rulebook
from matches.views.start import start

game = [
    path("challenge/", challenge.find, name="challenge-find"),
    path("challenge/<str:name>/", challenge.challenge, name="challenge"),
    path("challenges/<int:challenge_id>/", challenge.detail, name="challenge-detail"),
    path("challenges/<int:challenge_id>/accept/", challenge.accept, name="challenge-accept"),
    path("challenges/<int:challenge_id>/refuse/", challenge.refuse, name="challenge-refuse"),
    path("challenges/<int:challenge_id>/withdraw/", challenge.withdraw, name="challenge-withdraw"),
    path("robots/", robots.robots, name="robot"),
    path("matches/<int:match_id>/", match.match_page, name="match"),
    path("matches/<int:match_id>/regions/", match.match_regions, name="regions"),
    path("matches/<int:match_id>/moves/", match.move, name="move"),
    path("matches/<int:match_id>/leave/", match.leave, name="leave"),
    path("matches/<int:match_id>/spoils/", match.spoils, name="spoils"),
    path("matches/<int:match_id>/rematch/", match.rematch, name="rematch"),
    path("matches/<int:match_id>/option/", match.option, name="option"),
    path("matches/<int:match_id>/record.json", match.record_json, name="record"),
    path("matches/<int:match_id>/proof/", proof.match_proof, name="proof"),
    path("matches/<int:match_id>/proof.json", proof.match_proof_json, name="proof-lists"),
    path("matches/<int:match_id>/replay/", replays.replay, name="replay"),
    path("matches/<int:match_id>/replay/play/", replays.play_on, name="replay-play"),
    path("matches/<int:match_id>/replay/embed/", replays.embed, name="replay-embed"),
    path("matches/<int:match_id>/replay/board-<int:at>.png", replays.picture, name="replay-picture"),
    path("matches/<int:match_id>/replay/match.webp", replays.film, name="replay-film"),
    path("proof/", proof.proof, name="proof-any"),
    path("leaderboards/", ratings.leaderboards, name="leaderboards"),
    path("players/<str:name>/opponents/", ratings.opponents_page, name="opponents"),
    path("players/<str:name>/opponents/<str:other>/", ratings.duel_page, name="duel"),
    path("rules/", rulebook.rules, name="rules"),
    path("rules/play/", rulebook.play, name="rules-play"),
    path("editor/", editor.editor, name="editor"),
    path("editor/match/<int:match_id>/", editor.from_match, name="editor-match"),
    path("editor/record.json", editor.record_json, name="editor-record"),
    *arena.urlpatterns,
    *broadcast.urlpatterns,
    *chat.urlpatterns,
]

urlpatterns = [path("", start, name="start"), path("", include((game, "matches")))]
