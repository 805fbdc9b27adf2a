"""What the game page is made of: the snapshot, the picture, words and addresses for scripts."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.enums import Sound
from games import match_terms, picture, ruleset_names, selectors, wire
from games.engine.rules import Commit, MatchOptions, Resignation
from games.enums import ChatRoom, EndReason
from games.models import Annulment, Match
from games.terms import Terms

TONES = ("light", "dark")
MOST_NEEDED = 4
PACES = {"off": "none"}


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the strip beside the board shows him."""

    name: str
    rating: str | None
    tone: str
    url: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another live game of the viewer; `mine`: he is to move."""

    opponent: str
    url: str
    mine: bool
    bot: bool


CHAT_ROOMS = (ChatRoom.PLAYERS, ChatRoom.SPECTATORS)


def context(request: HttpRequest, match_id: int) -> dict[str, Any]:
    """Return what `games/match.html` shows. Raises Match.DoesNotExist."""
    member = request.user if request.user.is_authenticated else None
    match = Match.objects.get(pk=match_id)
    shown = selectors.snapshot(match_id, member.pk if member else None)
    over = shown.state.phase == "over"
    viewer = shown.you or 0
    return {
        "match": match,
        "snapshot": msgspec.to_builtins(shown),
        "names": shown.names,
        "you": shown.you,
        "own": _player(shown, viewer),
        "their": _player(shown, 1 - viewer),
        "over": over,
        "replay": selectors.replay(match_id) if over else None,
        "annulled_because": _annulled_because(match, shown),
        "picture": _picture(shown.state, viewer),
        "commitment": shown.commitment,
        "ruleset_name": ruleset_names.ruleset_name(match.ruleset),
        "draw_needs": _draw_needs(),
        "other_games": _other_games(member.pk, match_id)
        if member and shown.you is not None
        else [],
        "sounds": Sound.choices,
        "chat_rooms": [
            (room.value, room.label) for room in (ChatRoom.PLAYERS, ChatRoom.SPECTATORS)
        ],
        "page": _for_scripts(shown, member) | {"placing": _placing(match, shown)},
        **_kind_of_match(match),
    }


def _annulled_because(match: Match, shown: wire.Snapshot) -> str:
    """Return an official's reason, for the two players alone; a notice tells it too."""
    if shown.you is None or shown.result is None or shown.result.reason != EndReason.ANNULLED:
        return ""
    annulment = Annulment.objects.filter(match=match).first()
    return annulment.why if annulment else ""


def _kind_of_match(match: Match) -> dict[str, Any]:
    """What the page must have room for, by the rules and options of the match."""
    terms = Terms.from_data(match.options)
    rules, options = terms.rules, terms.options
    return {
        "whole_turn": rules.commit is Commit.TURN,
        "draws": rules.draw_after_steps is not None,
        "offers_resignation": rules.resignation is Resignation.OFFERED,
        "cube": rules.cube and options.length != 1,
        "money": options.length is None,
        "better_as_sgf": rules.cube and _hidden_in_mat(options),
        "terms": match_terms.lines(terms),
    }


def _hidden_in_mat(options: MatchOptions) -> bool:
    """GNU Backgammon plays a .mat file by other rules: see docs/formats.md."""
    money = options.length is None
    return money or (options.length != 1 and not options.crawford)


def _placing(match: Match, shown: wire.Snapshot) -> list[Any]:
    """How checkers were placed before the page was opened, so that its log tells it."""
    if shown.state.phase == "over" or not Terms.from_data(match.options).rules.placing:
        return []
    return msgspec.to_builtins(selectors.placing_so_far(match.pk, version=shown.version))


def _player(shown: wire.Snapshot, seat: int) -> Player:
    name = shown.names[seat]
    return Player(name, shown.ratings[seat], TONES[seat], _profile(name), shown.bots[seat])


def _profile(name: str) -> str:
    return reverse("ladder:player", kwargs={"username": name})


def _picture(state: wire.State, viewer: int) -> picture.Picture:
    return picture.draw(
        own=state.boards[viewer],
        their=state.boards[1 - viewer],
        own_tone=TONES[viewer],
        dice=state.dice,
        left=state.left,
        own_dice=state.turn == viewer,
    )


def _draw_needs() -> list[str]:
    """Why a draw may not be offered yet, by the number of steps that are missing, from 1."""
    return [
        ngettext(
            "A draw can be offered after %(count)d more step.",
            "A draw can be offered after %(count)d more steps.",
            count,
        )
        % {"count": count}
        for count in range(1, MOST_NEEDED + 1)
    ]


def _other_games(member_id: int, match_id: int) -> list[OtherGame]:
    return [
        OtherGame(
            opponent=row.names[1 - row.member_ids.index(member_id)],
            bot=row.bots[1 - row.member_ids.index(member_id)],
            url=reverse("games:match", kwargs={"match_id": row.match}),
            mine=row.turn is not None and row.member_ids[row.turn] == member_id,
        )
        for row in selectors.matches_of(member_id)
        if row.match != match_id
    ]


def _for_scripts(shown: wire.Snapshot, member: Any) -> dict[str, Any]:
    return {
        "match": shown.match,
        "socket": f"/ws/hra/{shown.match}/",
        "lobby_socket": "/ws/lobby/",
        "change_url": reverse("ladder:change", kwargs={"result_id": 0}),
        "crawford": bool(shown.options.get("crawford")),
        "position_url": reverse("games:position", kwargs={"match_id": shown.match}),
        "match_url": reverse("games:match", kwargs={"match_id": 0}),
        "player_url": _profile("0"),
        "profiles": [_profile(name) for name in shown.names],
        "preferences": _preferences(member) if member else {},
    }


def _preferences(member: Any) -> dict[str, str]:
    """A member's wishes in the words of `settings.js`."""
    return {
        "direction": member.board_direction,
        "pace": PACES.get(member.animation, member.animation),
        "sound": "on" if member.sounds else "off",
        "only": "auto" if member.autoplay else "tap",
        "bear": "auto" if member.autobear else "tap",
        **{f"sound-{kind}": "off" for kind in member.muted_sounds},
    }
