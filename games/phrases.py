"""Refusal codes of the games app and the engine in human words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import phrases as accounts
from games import option_names

REFUSALS: Mapping[str, Promise] = {
    # A step or a turn
    "bad_step": _("That is not a step."),
    "blocked": _("That point is blocked."),
    "must_enter": _("First enter the checker that waits on the bar."),
    "no_checker": _("You have no checker there."),
    "die_not_left": _("No such die is left in this roll."),
    "cannot_bear_off": _("This checker cannot be borne off now."),
    "exact_die_first": _("Use the smaller die: it bears this checker off too."),
    "point_full": _("That point is full."),
    "must_use_both_dice": _("Both dice can be played, so both must be."),
    "must_use_higher_die": _("Only one die can be played: it must be the higher one."),
    "not_a_step_ruleset": _("In this game the whole turn is sent at once."),
    "not_a_turn_ruleset": _("In this game each step is sent by itself."),
    "must_roll": _("Roll the dice first."),
    "already_rolled": _("The dice are already rolled."),
    # The course of a match
    "not_your_turn": _("It is not your turn."),
    "game_over": _("The game is over."),
    "match_not_started": _("The game has not begun yet."),
    "match_already_started": _("The game has already begun."),
    "only_resign_now": _("You have offered a draw: wait for the answer, or resign."),
    "no_offer": _("Nothing is offered to you."),
    "offer_lapsed": _("The offer has lapsed."),
    "offer_pending": _("An offer waits for its answer."),
    "no_draws": _("This game knows no draw by agreement."),
    "draw_too_early": _("It is too early for a draw."),
    "time_over": _("Your time is over: nothing can be offered now."),
    "resignation_by_offer": _("Here a resignation is offered, with what it costs."),
    "nothing_to_claim": _("There is nothing to claim: your opponent is not to move."),
    "time_not_over": _("Your opponent still has time."),
    "presence_unknown": _("Our server lost your opponent: he is waited for, a minute at least."),
    "clock_stopped": _("The director has stopped the clock: wait until it goes on."),
    "clocks_paused": _("The clocks stand still: the service has been interrupted."),
    "must_place": _("First place the checkers that you have in hand."),
    "nothing_to_place": _("You have no checker in hand."),
    # The cube, resignations with a level, sessions
    "decision_pending": _("An offer waits for its answer: nothing else can be decided now."),
    "no_cube": _("This game is played without a doubling cube."),
    "crawford_game": _("This is the Crawford game: the cube rests."),
    "first_turn": _("The first turn of a game is too early for a double."),
    "not_your_cube": _("Your opponent owns the cube."),
    "cube_at_limit": _("The cube goes no higher."),
    "bad_cube": _("A cube shows 1, 2, 4, 8, 16, 32 or 64."),
    "no_double": _("No double is offered to you."),
    "no_beavers": _("A beaver is not possible here."),
    "beaver_limit": _("All beavers of this game have been used."),
    "no_raccoons": _("A raccoon is not possible here."),
    "resignation_at_once": _("In this game one resigns at once, without an offer."),
    "level_impossible": _("The game can no longer be lost at this level."),
    "level_refused": _("Your opponent has declined this level in this turn."),
    "no_hold": _("In this game there is nothing to decide before the roll."),
    "nothing_changes": _("It is so already."),
    "between_games": _("The next game has not begun yet."),
    "game_not_over": _("Finish this game first."),
    # Who may what
    "not_a_player": _("You do not play in this game."),
    "not_signed_in": _("Sign in first."),
    "banned": _("Your membership is suspended."),
    "no_such_match": _("There is no such game."),
    "wrong_match": _("This page belongs to another game."),
    "command_id_reused": _("The page has sent two different commands under one number."),
    "not_an_official": _("Only an official may do that."),
    "why_missing": _("Say why."),
    "flag_decided": _("This flag has already been decided."),
    # Challenges
    "no_such_challenge": _("There is no such challenge."),
    "challenge_gone": _("This challenge is no longer open."),
    "challenge_taken": _("Somebody else is just accepting this challenge."),
    "challenge_not_for_you": _("This challenge is meant for somebody else."),
    "challenge_is_yours": _("This challenge is your own."),
    "challenge_to_yourself": _("You cannot challenge yourself."),
    "challenge_twice": _("You have already made this challenge."),
    "too_many_challenges": _("You have too many open challenges."),
    "challenge_too_often": _("You have made many challenges: wait a while with the next one."),
    "no_such_member": _("There is no such member."),
    "opponent_banned": _("This member is suspended."),
    "taker_gone": _("Your opponent is no longer here; the challenge is back on the list."),
    "nobody_asks": _("Nobody waits for your answer."),
    "not_rated": _("With these options the game cannot be rated."),
    "unknown_ruleset": _("We do not know this kind of game."),
    "not_playable": _("This kind of game cannot be played here yet."),
    "bad_options": _("These options do not go together."),
    "bad_control": _("This time limit is not possible."),
    "bad_match_file": _("This file cannot be read as a match."),
    "bad_seed": _("A seed is a line of at most 64 characters."),
    "rated_with_bot": _(
        "Between a person and a bot a game is rated only if both allow it in their settings."
    ),
    "no_such_ruleset": _("We do not know this kind of game."),
    "no_such_version": _("The game has never been at this version."),
    "match_still_live": _("The game is not over yet."),
    "you_block": _("You have blocked this member."),
    "opponent_declines": _("This member does not want to play with you."),
    # Chats
    "room_closed": _("This room is not open to you now."),
    "chat_empty": _("There is nothing to read in it."),
    "chat_too_long": _("A line has at most 300 characters."),
    "chat_too_often": _("You write too fast: wait a moment."),
    "chat_repeated": _("You have just said that."),
    "muted": _("A moderator has taken the chats from you for a time."),
    "no_such_line": _("This line is no longer there."),
    "line_is_yours": _("This line is your own."),
    "reported_already": _("You have already reported this line."),
    "too_many_reports": _("You have made many reports: wait an hour with the next one."),
    "not_a_moderator": _("Only a moderator may do that."),
    "report_decided": _("This report has already been decided."),
    # The socket
    "bad_frame": _("The page has sent something that we do not understand."),
    "frame_too_large": _("The page has sent too much at once."),
    "too_often": _("Too fast: wait a moment."),
    "too_many_bad_frames": _("The page keeps sending nonsense: the connection is closed."),
    # Programs
    **{
        code: accounts.REFUSALS[code]
        for code in ("bad_token", "token_expired", "token_revoked", "scope_too_small")
    },
    "already_signed_in": _("This connection is a member's already."),
    # The house
    "busy": _("The game is busy: try again."),
    "unavailable": _("The service is interrupted; we are working on it."),
}

NOTICES: Mapping[str, Promise] = {
    "challenge_declined": _("The challenge was declined."),
    "challenge_withdrawn": _("The challenge was withdrawn."),
    "challenge_taken_back": _("The challenge was taken back: another game has begun."),
    "challenge_unanswered": _("Your opponent did not answer; the challenge is back on the list."),
    "challenge_expired": _("The challenge has expired."),
    "muted": _("A moderator has taken the chats from you for a time. Beside them you read why."),
    "mute_over": _("You may write in the chats again."),
    "report_made": _("A member has reported a chat line."),
    "report_decided": _("The moderators have decided about your report. Thank you."),
    "told": _("There is something new among your notices."),
}


def _no_die(details: Mapping[str, Any]) -> str | None:
    die = details.get("die")
    return gettext("No %(die)s is left in this roll.") % {"die": die} if die else None


_NAMING: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    "bad_options": option_names.disagreement,
    "die_not_left": _no_die,
    "not_rated": option_names.unrated,
}


def notice(code: str) -> str:
    """Return the sentence of a notice in the active language. Raises KeyError."""
    return str(NOTICES[code])


def sentence(code: str, details: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a refusal in the active language.

    Raises KeyError for a code that neither this app nor the accounts know.
    """
    special = _NAMING.get(code)
    named = special(details) if special and details else None
    if named is not None:
        return named
    needs = (details or {}).get("needs")
    if code == "draw_too_early" and needs:
        return ngettext(
            "A draw may be offered after %(needs)d more step.",
            "A draw may be offered after %(needs)d more steps.",
            needs,
        ) % {"needs": needs}
    return str(REFUSALS[code] if code in REFUSALS else accounts.refusal(code))
