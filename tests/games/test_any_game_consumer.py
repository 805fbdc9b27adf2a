"""Matches of other rulesets over the socket: whole turns, the cube, sessions, placing."""

import pytest
from asgiref.sync import sync_to_async

from games.engine import placing
from games.services import clocks
from tests.games import making, talking

pytestmark = pytest.mark.django_db(transaction=True)
LOBBY = "/ws/lobby/"
MONEY = {"length": None, "jacoby": True, "beavers": 1}


def begin(ruleset, **options):
    """Begin a match of a ruleset."""
    return sync_to_async(making.game)(
        ruleset=ruleset, options=options, rated=options.get("length", 1) is not None
    )


def has_choice(game):
    """Whether the placement game waits for its player to choose a die."""
    return placing.is_choice(game.state)


async def begin_placing():
    """Begin a placement game that has a choice; in one of 36 both place their last by a double."""
    while True:
        game = await begin("nasazovani")
        if await sync_to_async(has_choice)(game):
            return game


def seated(game, seat):
    """The page of a seat's member."""
    return talking.page(talking.game_path(game.match_id), member_id=game.members[seat])


def possible(shown, seat):
    """What a seat may do, by kind."""
    return {one["kind"]: one for one in shown["choices"][seat] if "code" not in one}


def turn_of(shown):
    """The first whole turn along the graph of a frame."""
    node, steps = 0, []
    while edges := shown["legal"]["graph"][node]:
        origin, _, die, _, node = edges[0]
        steps.append([origin, die])
    return steps


class Two:
    """Both pages of a match, and what the first of them was shown last."""

    def __init__(self, pages, shown):
        self.pages = pages
        self.shown = shown

    async def do(self, seat, kind, **parts):
        """Send a command that must be accepted, and wait for what it brings."""
        await sync_to_async(making.swept)()
        page = self.pages[seat]
        answer = await page.command(self.shown["match"], kind, **parts)
        assert answer["type"] == "ok", answer
        while self.shown["version"] < answer["version"]:
            self.shown = next(
                (
                    frame
                    for frame in reversed(page.heard)
                    if frame["type"] == "events" and frame["version"] >= answer["version"]
                ),
                None,
            ) or await page.next("events")
        return self.shown

    async def refused(self, seat, kind, **parts):
        """Send a command that must be refused, and return why."""
        answer = await self.pages[seat].command(self.shown["match"], kind, **parts)
        assert answer["type"] == "refused", answer
        return answer["code"]

    async def to_a_choice_before_the_roll(self):
        """Play on until somebody may double."""
        while "double" not in possible(self.shown, self.shown["state"]["turn"]):
            seat = self.shown["state"]["turn"]
            if self.shown["legal"]["graph"]:
                await self.do(seat, "turn", steps=turn_of(self.shown))
            else:
                await self.do(seat, "roll")
        return self.shown["state"]["turn"]


async def test_a_double_a_take_a_resignation_declined_and_one_accepted():
    game = await begin("standard", length=3)
    async with seated(game, 0) as anna, seated(game, 1) as boris:
        two = Two((anna, boris), await anna.hello())
        opening = two.shown["state"]
        doubler = await two.to_a_choice_before_the_roll()
        offered = await two.do(doubler, "double")
        early = await two.refused(doubler, "roll")
        held = await two.do(doubler, "hold", on=True)
        taken = await two.do(1 - doubler, "take")
        resigned = await two.do(doubler, "offer_resignation", level=1)
        declined = await two.do(1 - doubler, "decline")
        again = await two.refused(doubler, "offer_resignation", level=1)
        await two.do(doubler, "offer_resignation", level=2)
        over = await two.do(1 - doubler, "accept")

    assert opening["phase_of_game"] == "opening"
    assert opening["opening"][-1] == opening["dice"]
    assert (opening["length"], opening["score"], opening["crawford"]) == (3, [0, 0], "before")
    assert offered["state"]["offer"] == {
        "kind": "double",
        "seat": doubler,
        "level": None,
        "value": 2,
    }
    assert held["state"]["holds"][doubler] is True
    assert offered["clock"]["kind"] == "offer"
    assert {"take", "drop"} <= possible(offered, 1 - doubler).keys()
    assert early == "decision_pending"
    assert taken["state"]["cube"]["owner"] == 1 - doubler
    assert resigned["state"]["offer"]["level"] == 1
    assert declined["state"]["offer"] is None
    assert again == "level_refused"
    assert over["state"]["phase"] == "over"
    assert over["state"]["score"][1 - doubler] == 4
    assert over["state"]["result_of_game"] == {
        "number": 1,
        "winner": 1 - doubler,
        "level": 2,
        "points": 4,
        "reason": "resigned",
    }
    assert over["result"]["rated"] is True


async def test_a_session_with_a_beaver_goes_on_when_both_want_it_and_ends_by_leaving():
    game = await begin("standard", **MONEY)
    async with seated(game, 0) as anna, seated(game, 1) as boris:
        two = Two((anna, boris), await anna.hello())
        await boris.hello()
        doubler = await two.to_a_choice_before_the_roll()
        await two.do(doubler, "double")
        beaver = await two.do(1 - doubler, "beaver")
        between = await two.do(doubler, "drop")
        waiting = await two.do(0, "next_game")
        second = await two.do(1, "next_game")
        loser = second["state"]["turn"]
        left = await two.do(loser, "leave")

    assert beaver["state"]["offer"] == {
        "kind": "beaver",
        "seat": 1 - doubler,
        "level": None,
        "value": 4,
    }
    assert between["state"]["phase_of_game"] == "between"
    assert between["state"]["score"][1 - doubler] == 2
    assert waiting["state"]["ready"] == [True, False]
    assert second["state"]["game"] == 2
    assert left["state"]["reason"] == "left"
    assert left["result"]["rated"] is False


async def test_the_placing_game_begins_with_hands_and_says_when_there_is_a_choice():
    game = await begin_placing()
    async with seated(game, 0) as anna, seated(game, 1) as boris:
        two = Two((anna, boris), await anna.hello())
        await boris.hello()
        shown = two.shown
        while two.shown["state"]["phase_of_game"] == "placing":
            seat = two.shown["state"]["turn"]
            dice = possible(two.shown, seat)["place"]["dice"]
            await two.do(seat, "place", die=dice[0])
        moving = two.shown

    hands = [
        sum(board) + hand
        for board, hand in zip(shown["state"]["boards"], shown["state"]["hand"], strict=True)
    ]
    assert shown["state"]["phase_of_game"] == "placing"
    assert hands == [15, 15]
    assert moving["state"]["hand"] == [0, 0]
    assert moving["legal"]["graph"]


async def test_what_needs_a_whole_turn_is_refused_by_its_own_code():
    game = await begin("hypergammon")
    seat = await sync_to_async(lambda: game.state.turn)()
    async with seated(game, seat) as page:
        shown = await page.hello()
        match = shown["match"]
        steps = turn_of(shown)
        step = await page.command(match, "step", **{"from": steps[0][0], "die": steps[0][1]})
        short = await page.command(match, "turn", steps=[])
        wrong = await page.command(match, "turn", steps=[[3, 6]])
        nonsense = await page.command(match, "turn", steps=[[24, 7]], key="nonsense")
        double = await page.command(match, "double")

    assert [step["code"], short["code"], wrong["code"], nonsense["code"], double["code"]] == [
        "not_a_step_ruleset",
        "must_use_both_dice",
        wrong["code"],
        "bad_frame",
        "no_cube",
    ]
    assert wrong["code"] in ("no_checker", "die_not_left")


async def test_a_challenge_says_its_terms_to_everybody():
    anna = await sync_to_async(making.member)()
    await sync_to_async(clocks.sweep)()
    control = {"kind": "delay", "limit_s": 8, "reserve_s": 300}
    async with talking.page(LOBBY, member_id=anna.pk) as page, talking.page(LOBBY) as guest:
        await guest.hello()
        await page.say(
            {
                "type": "challenge",
                "id": "c",
                "ruleset": "egyptian",
                "options": {"length": 7},
                "control": control,
            }
        )
        made = await page.next("ok", "refused")
        row = (await guest.next("lobby_changed"))["challenges"][0]

    assert made["type"] == "ok"
    assert row["length"] == 7
    assert row["options"]["crawford"] is True
    assert row["control"] == {
        "kind": "delay",
        "limit_ms": 8_000,
        "per": "turn",
        "reserve_ms": 300_000,
        "vacation": 0,
        "idle_ms": 36_000_000,
        "past_limit": "loss",
        "offline": "loss",
        "cost": "match",
    }
