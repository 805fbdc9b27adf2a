"""What can be done to matches, challenges and presence; the only writers of their tables.

An entry service (`play.command`, `lobby.*`, `clocks.sweep`, `presence.*`, `officials.*`) is
called by edges and opens its own durable transaction. It does, always in this order:

1. lock the match row (`table.take`),
2. read the clock in a statement of its own after the lock; judge as of the arrival,
3. answer a known command id with its stored answer,
4. settle what the clock has decided by then, outages credited first,
5. ask whether this member may,
6. let the engine judge,
7. keep: events, snapshot, version, next deadline, and on the end the result (`keep.write`),
8. publish when the transaction has committed.

A settlement stays even when the command is then refused: such a service returns `Refused`
after writing, and raises only when nothing was written.

Inner functions (`keep.write`, `finish.close`, `lobby.begin`) say which lock their caller holds.

Lock order, everywhere: heartbeat and outage → matches by ascending id → challenges by ascending
id → the member who challenges → pairings → tournament → rating pool → rating rows by ascending
member id. Leases, instances and audiences are written by one process each and are never locked
together with the above.
"""
