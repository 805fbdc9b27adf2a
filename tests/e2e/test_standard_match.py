"""Matches whose turns are sent as a whole, played by two browsers: cube, score, sessions, hands."""

import pytest

from tests.e2e import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CUBE = "document.querySelector('.cube-body')"
OWN_SCORE = "document.querySelector('[data-strip=own] [data-score]')"


def sees(person: playing.Person, selector: str) -> bool:
    return person.page.locator(selector).first.is_visible()


def press(person: playing.Person, selector: str) -> None:
    person.page.locator(selector).first.click()


def waits_for(person: playing.Person, selector: str) -> None:
    person.page.locator(selector).first.wait_for(state="visible")


def text(person: playing.Person, selector: str) -> str:
    return person.page.locator(selector).first.inner_text()


def composing(person: playing.Person) -> bool:
    return sees(person, "[data-do=confirm]") and playing.may_step(person)


def other(people, person: playing.Person) -> playing.Person:
    return people[1] if person is people[0] else people[0]


def compose(person: playing.Person) -> None:
    """Put a whole turn together by what is lit, without sending it."""
    for _ in range(8):
        if person.page.locator("[data-do=confirm]").is_enabled():
            return
        playing.step(person, 0)
    raise AssertionError("the turn is never whole")


def next_to_act(people) -> playing.Person:
    """Who may roll or put a turn together, when that is so."""
    for _ in range(400):
        for person in people:
            if sees(person, "[data-turn] [data-act=roll]") or composing(person):
                return person
        people[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is to act")


def play_turn(person: playing.Person) -> None:
    """Roll, if that is to be asked for, put a turn together and send it."""
    if sees(person, "[data-turn] [data-act=roll]"):
        press(person, "[data-turn] [data-act=roll]")
        playing.until(
            person,
            "() => document.querySelector('[data-turn] [data-act=roll]').hidden",
        )
        person.page.wait_for_timeout(150)
    if composing(person):
        compose(person)
        press(person, "[data-do=confirm]")
        playing.until(person, "() => document.querySelector('[data-do=confirm]').hidden")


def until_may_double(people) -> playing.Person:
    """Play turns until somebody may turn the cube; return him."""
    for _ in range(12):
        person = next_to_act(people)
        if sees(person, "[data-double]"):
            return person
        play_turn(person)
    raise AssertionError("nobody may double")


def resign(person: playing.Person, level: int) -> None:
    press(person, "[data-ask=ask-resign]")
    press(person, f"#ask-resign [data-act=offer_resignation][data-level='{level}']")


def until_asked_before_roll(people, person: playing.Person) -> None:
    """Wish to be asked before the next roll, and play until that is so."""
    for _ in range(12):
        on_turn = next_to_act(people)
        assert not sees(on_turn, "[data-double]")
        if on_turn is person and sees(person, "[data-turn] [data-act=roll]"):
            return
        if on_turn is not person:
            press(person, "[data-ask=ask-resign]")
            hold = "#ask-resign [data-act=hold][data-on=true]"
            press(person, hold if sees(person, hold) else "#ask-resign button[autofocus]")
        play_turn(on_turn)
    raise AssertionError("never asked before a roll")


def compose_undo_and_play(people, person: playing.Person) -> None:
    """Put the first turn together, undo it, play it; the opponent sees nothing of the first."""
    assert not sees(person, "[data-double]")
    before, own_before = playing.board_of(other(people, person)), playing.board_of(person)
    compose(person)
    assert sees(person, "[data-call=draft] .not-sent")
    while person.page.locator("[data-do=undo]").is_enabled():
        press(person, "[data-do=undo]")
    assert playing.board_of(person) == own_before
    assert playing.board_of(other(people, person)) == before
    type_a_turn(person)
    press(person, "[data-do=undo]")
    press(person, "[data-do=undo]")
    play_turn(person)


def type_a_turn(person: playing.Person) -> None:
    """Both dice of an opening roll from the point 8, where nothing is ever in their way."""
    page = person.page
    dice = page.evaluate("[...document.querySelectorAll('.dice .die')].map(die => die.dataset.die)")
    turn = " ".join(f"8/{8 - int(die)}" for die in dice)
    page.evaluate(f"document.querySelector('[data-typed]').value = '{turn}'")
    page.evaluate("document.querySelector('[data-typed-form]').requestSubmit()")
    playing.until(person, "() => !document.querySelector('[data-do=confirm]').disabled")


def double_and_take(doubler: playing.Person, taker: playing.Person) -> None:
    press(doubler, "[data-double]")
    waits_for(taker, "[data-call=asked] [data-act=take]")
    assert "2" in text(taker, "[data-asked-words]")
    assert not sees(taker, "[data-turn] [data-act=roll]")
    assert taker.page.locator(".cube-body.offered").count() == 1
    press(taker, "[data-act=take]")
    for person in (doubler, taker):
        playing.until(person, f"() => {CUBE}?.textContent === '2' && !{CUBE}.matches('.offered')")


def redouble_and_drop(people, doubler: playing.Person) -> None:
    while next_to_act(people) is not doubler or not sees(doubler, "[data-double]"):
        play_turn(next_to_act(people))
    dropper = other(people, doubler)
    press(doubler, "[data-double]")
    waits_for(dropper, "[data-call=asked] [data-act=drop]")
    press(dropper, "[data-act=drop]")
    playing.until(doubler, f"() => {OWN_SCORE}.textContent.includes('2/3')")


def resign_in_vain_and_for_good(people, loser: playing.Person) -> None:
    """Offer a single game, which is declined, then a gammon, which is accepted."""
    winner = other(people, loser)
    for level, answer in ((1, "decline"), (2, "accept")):
        until_asked_before_roll(people, loser)
        resign(loser, level)
        waits_for(winner, f"[data-asked=resign] [data-act={answer}]")
        press(winner, f"[data-asked=resign] [data-act={answer}]")
        playing.until(winner, "() => document.querySelector('[data-call=asked]').hidden")


def test_a_match_to_three_points_with_everything_the_cube_knows(people, site) -> None:
    playing.begin(*people, site.url, ruleset="standard", length="3")
    compose_undo_and_play(people, next_to_act(people))
    doubler = until_may_double(people)
    taker = other(people, doubler)
    double_and_take(doubler, taker)
    redouble_and_drop(people, taker)

    # Now the taker needs one point: the game is Crawford's and has no cube.
    assert "Crawford" in text(taker, "[data-strip=own] [data-sign]")
    assert taker.page.locator(".cube-body").count() == 0
    resign_in_vain_and_for_good(people, doubler)

    for person in people:
        waits_for(person, "[data-result]")
    assert "4" in text(taker, "[data-result-words]")
    taker.page.reload()
    waits_for(taker, "[data-replay-list] .game")
    assert taker.page.locator("[data-replay-list] .game").count() == 2


def test_a_session_for_money_with_a_beaver_and_a_next_game(people, site) -> None:
    playing.begin(*people, site.url, ruleset="standard", length="money", options={"beavers": "1"})
    doubler = until_may_double(people)
    beaverer = other(people, doubler)
    press(doubler, "[data-double]")
    waits_for(beaverer, "[data-call=asked] [data-act=beaver]")
    press(beaverer, "[data-act=beaver]")
    waits_for(doubler, "[data-call=asked] [data-act=drop]")
    press(doubler, "[data-act=drop]")
    for person in people:
        waits_for(person, "[data-call=between] [data-act=next_game]")
    assert "2" in text(beaverer, "[data-strip=own] [data-score]")
    for person in people:
        press(person, "[data-act=next_game]")
    next_to_act(people)
    assert "2" in text(beaverer, "[data-strip=own] [data-score]")
    leave(people[0], people)


def leave(person: playing.Person, people) -> None:
    """Leave the game for good."""
    press(person, "[data-ask=ask-leave]")
    press(person, "#ask-leave [data-act=leave]")
    for one in people:
        waits_for(one, "[data-result]")


def test_the_dice_place_the_checkers_first(people, site) -> None:
    playing.begin(*people, site.url, ruleset="nasazovani")
    for _ in range(400):  # a last roll that is a double leaves nobody a choice
        if all(composing(person) for person in people):
            break
        chooser = next((p for p in people if sees(p, "[data-place] button")), None)
        if chooser is not None:
            press(chooser, "[data-place] button")
        if any(composing(person) for person in people):
            break
        people[0].page.wait_for_timeout(50)
    play_turn(next_to_act(people))
    play_turn(next_to_act(people))
    leave(people[1], people)


def test_a_game_of_three_checkers_is_played_to_its_end(people, site) -> None:
    playing.begin(*people, site.url, ruleset="hypergammon", length="1")
    for _ in range(60):
        if playing.is_over(people[0]):
            break
        for person in people:
            if sees(person, "[data-turn] [data-act=roll]") or composing(person):
                play_turn(person)
        people[0].page.wait_for_timeout(50)
    for person in people:
        waits_for(person, "[data-result]")
