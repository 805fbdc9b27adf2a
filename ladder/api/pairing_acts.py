"""Acts on a pairing: sitting down, times, results, claims."""

from ladder.api.acting import PLAY, act, moment_field, points_field, ruled, seen_points_field
from ladder.services.tournaments import live, no_shows, scores, times
from vrhcaby.rest.fields import Choice, Text, Truth

SCORE = {"first_score": 1, "second_score": 0}

OF_PAIRING = {
    "match": act(
        *("SitDown", "Sit down to play", "Say that one wants to play now, or join who waits."),
        live.start_match,
        {"seed": "my own chance"},
        PLAY,
        seed=Text(max_length=64, required=False, allow_blank=True, help_text="Goes into the dice."),
    ),
    "report": act(
        *("ReportResult", "Report a result", "Report how it ended over the board."),
        scores.report,
        SCORE,
        PLAY,
        first_score=points_field("Points of the player listed first."),
        second_score=points_field("Points of the other."),
    ),
    "report/confirm": act(
        *("ConfirmReport", "Confirm a report", "Confirm what the opponent reports."),
        scores.confirm_report,
        SCORE,
        PLAY,
        first_score=seen_points_field("Points of the player listed first, as they were seen."),
        second_score=seen_points_field("Points of the other, as they were seen."),
    ),
    "time/propose": act(
        *("ProposeTime", "Propose a time", "Propose to the opponent when to play."),
        times.propose_time,
        {"at": "2099-01-01T18:00:00Z"},
        PLAY,
        at=moment_field("When."),
    ),
    "time/confirm": act(
        *("ConfirmTime", "Agree to a time", "Agree to the time that is proposed."),
        times.confirm_time,
        {"at": "2099-01-01T18:00:00Z"},
        PLAY,
        at=moment_field("The time that was seen."),
    ),
    "time/clear": act(
        *("ClearTime", "Take a time back", "Take back the time that is proposed or agreed."),
        times.clear_time,
        None,
        PLAY,
    ),
    "claim": act(
        *("ClaimNoShow", "Claim a no-show", "Claim the match: the opponent did not come."),
        no_shows.claim_no_show,
        None,
        PLAY,
    ),
    "match/start": act(
        *("StartMatch", "Start a match", "Let the two play now, as a director."),
        live.start_now,
        {"even_if_away": False},
        **ruled(even_if_away=Truth(required=False, help_text="Even if somebody is not here.")),
    ),
    "clock/stop": act(
        *("StopClock", "Stop the clock", "Hold the clock of the match that is played."),
        live.pause_clock,
        {"why": "A dispute is being settled."},
        **ruled(),
    ),
    "clock/go": act(
        *("LetClockGo", "Let the clock go on", "Let a clock that was stopped go on."),
        live.resume_clock,
        {"why": "It is settled."},
        **ruled(),
    ),
    "time": act(
        *("SetTime", "Set a time", "Set when a pairing is to be played, as a director."),
        times.set_time,
        {"at": "2099-01-01T18:00:00Z", "why": "The hall is free then."},
        **ruled(
            at=moment_field("When; null: no time.", allow_null=True),
            deadline_at=moment_field(
                "Its own deadline; null: none.", required=False, allow_null=True
            ),
        ),
    ),
    "result": act(
        *("EnterResult", "Enter a result", "Enter or correct a result, as an official."),
        scores.enter_result,
        SCORE,
        **ruled(
            first_score=points_field("Points of the player listed first."),
            second_score=points_field("Points of the other."),
        ),
    ),
    "walkover": act(
        *("EnterWalkover", "Enter a walkover", "Decide a pairing without play."),
        scores.walkover,
        {"winner": "first", "why": "The other did not come."},
        **ruled(winner=Choice(["first", "second"], help_text="Who wins.")),
    ),
    "walkover/both": act(
        *("EnterDoubleWalkover", "Let both lose", "Decide a pairing to which neither came."),
        scores.double_walkover,
        {"why": "Neither came."},
        **ruled(),
    ),
    "annulment": act(
        *("AnnulPairing", "Annul a pairing", "Let a pairing count for nothing."),
        scores.annul,
        {"why": "Played with the wrong length."},
        **ruled(),
    ),
    "replay": act(
        *("ReplayPairing", "Let it be played again", "Let a pairing be played again."),
        scores.replay,
        {"why": "Played with the wrong length."},
        **ruled(),
    ),
    "sides": act(
        *("SwapSides", "Swap the sides", "Exchange who is listed first."),
        scores.swap_sides,
        None,
        **ruled(),
    ),
}

JudgeClaim = act(
    *("JudgeClaim", "Judge a claim", "Grant or decline a claim that the other did not come."),
    no_shows.judge_claim,
    {"grant": True, "why": "Nobody was there."},
    **ruled(grant=Truth(help_text="Whether it is granted.")),
)
