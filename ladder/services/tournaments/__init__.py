"""What can be done to tournaments; the only writers of their tables.

Entry services are called by edges with keyword arguments and open a durable transaction of their
own. `by_id` is the member who acts, `version` the tournament's that his page knew (optional),
`why` his reason where one is due. Each does, in this order:

1. lock: live matches by ascending id → challenges → pairings by ascending id → the tournament
   (`acting.take`, `boards.take`),
2. read the clock after the locks,
3. ask whether this member may, and whether what he saw still stands,
4. judge by the pure rules, keep, and write a line of the official log for each act, which makes
   a new `version`,
5. rate what is to be rated (pool → ratings, the last locks),
6. publish when the transaction has committed; notices go through `notify`.

They return `acting.Changed`, or `Refused` with a code and nothing written. Refusals of all:
`no_such_tournament`, `not_signed_in`, `banned`, `not_a_director` (or `not_an_assistant`,
`not_in_this_pairing`), `changed_meanwhile` with the acts in between, `wrong_state` with the
state, `why_missing`, `busy`. Further ones stand at each service.

- `life`: create, edit, change_state, undo_state; `discarding`: discard
- `entries`: enter, withdraw_entry, add, add_guest, invite, answer_invitation, confirm, remove,
  promote, reorder, draw_seats
- `rounds`: start, open_round, close_round, reopen_round, reschedule; `brackets`: start_knockout
- `live`: start_match, start_now, pause_clock, resume_clock
- `times`: propose_time, confirm_time, clear_time, set_time
- `scores`: report, confirm_report, enter_result, walkover, double_walkover, annul, replay,
  swap_sides
- `no_shows`: claim_no_show, judge_claim
- `withdrawals`: preview, withdraw, undo_withdrawal; `late`: preview, late_entry
- `play_offs`: create; `roles`: invite, answer, remove; `archive`: export, read

Inner functions (`deciding`, `seating`, `results.settle_live`, `results.begin_live`) say which
locks their caller holds.
"""
