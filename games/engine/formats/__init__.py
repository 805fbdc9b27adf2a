"""Games in the formats of other programs, in and out.

`situation` with `ids` (GNUBG ids), `xgid` and `fibs`: one position of a match as text.
`record` is a finished or broken-off match as plain values; `reading.read_match` makes one of a
file of any format, `mat_write.to_mat`, `sgf_write.to_sgf`, `json_record.to_json` and
`actions.to_actions` write one.
"""
