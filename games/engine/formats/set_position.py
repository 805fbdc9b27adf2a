"""Set positions in a .mat file, as eXtreme Gammon notes them: 26 places and a cube."""

from games.engine.formats import xgid
from games.engine.formats.building import Builder
from games.engine.formats.failures import FormatError, Place, Trouble
from games.engine.formats.gnubg_ids import MAX_CUBE_LOG


def set_position(builder: Builder, place: Place, places: str, cube: int) -> None:
    """Begin the game in progress here; capitals are the left player's, a positive cube the right
    one's, as GNU Backgammon reads it. Raises Stopped."""
    try:
        board = xgid.board_of_places(places, checkers=builder.rules.checkers)
    except FormatError as wrong:
        raise builder.stop(Trouble.BAD_SET_POSITION, place, reason=wrong.code) from wrong
    owner = None if cube == 0 else int(cube > 0)
    builder.set_position(place, board, cube=1 << min(abs(cube), MAX_CUBE_LOG), owner=owner)
