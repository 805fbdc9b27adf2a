"""Set positions in a .mat file, as eXtreme Gammon notes them: 26 places and a cube."""

from games.engine.errors import BadPosition
from games.engine.formats import xgid
from games.engine.formats.building import Builder
from games.engine.formats.failures import FormatError, Place, Trouble


def set_position(builder: Builder, place: Place, places: str, cube: int) -> None:
    """Begin the game in progress here; capitals are the left player's, a positive cube the right
    one's, as GNU Backgammon reads it. Raises Stopped."""
    game = builder.playing(place)
    if game.actions:
        raise builder.stop(Trouble.BAD_SET_POSITION, place, reason="not_first")
    try:
        board = xgid.board_of_places(places, checkers=builder.rules.checkers)
    except (FormatError, BadPosition) as wrong:
        raise builder.stop(Trouble.BAD_SET_POSITION, place, reason=wrong.code) from wrong
    owner = None if cube == 0 else int(cube > 0)
    game.set_position(board, cube=1 << min(abs(cube), 15), owner=owner)
    builder.note(Trouble.SET_POSITION, place)
