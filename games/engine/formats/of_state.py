"""The position of a match in progress as the formats of ids know it."""

from games.engine.cube import CubeOffer, ResignationOffer
from games.engine.formats import fibs, gnubg_ids, xgid
from games.engine.formats.failures import FormatError
from games.engine.formats.situation import GamePhase, Situation
from games.engine.state import Crawford, MatchState, Phase, board_of


def situation_of(state: MatchState) -> Situation:
    """The situation of a state; dice that were played in part are left out.

    No score is past the length of its match, as no program reads one: what is over is over.
    """
    waits, options = state.pending, state.options
    most = options.length or max(state.score)
    seat = waits.seat if isinstance(waits, CubeOffer) else state.turn
    return Situation(
        board=board_of(state, seat),
        on_roll=seat,
        length=options.length or 0,
        score=(min(state.score[0], most), min(state.score[1], most)),
        dice=None if state.steps_in_turn else state.roll,
        cube=state.cube.value,
        owner=state.cube.owner,
        doubled=isinstance(waits, CubeOffer),
        resigned=waits.level if isinstance(waits, ResignationOffer) else 0,
        crawford=options.length != 1 and state.crawford is Crawford.NOW,
        jacoby=options.jacoby,
        beavers=options.beavers > 0,
        phase=GamePhase.PLAYING if state.phase is Phase.LIVE else GamePhase.OVER,
        checkers=state.rules.checkers,
    )


def ids_of(state: MatchState) -> dict[str, str | None]:
    """`xgid`, `position_id`, `match_id` and `fibs` of a state, None for what cannot be told.

    The match id alone can tell of a match that is decided.
    """
    situation = situation_of(state)
    told: dict[str, str | None] = dict.fromkeys(("xgid", "position_id", "match_id", "fibs"))
    if state.board.hand or state.board.their_hand:
        return told
    try:
        told["position_id"], told["match_id"] = gnubg_ids.encode(situation)
        if situation.length and 0 in situation.away:
            return told
        told["xgid"] = xgid.encode(situation)
        told["fibs"] = fibs.encode(situation)
    except FormatError:
        return told
    return told
