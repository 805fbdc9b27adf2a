-- After a restore, as a superuser of PostgreSQL, while the site is stopped:
--   psql -f deploy/exchange.sql
-- `vrhcaby_restored` takes the place of the site's database, which is kept as `vrhcaby_before` until
-- you drop it. Both or neither: as long as anybody is connected nothing is renamed.
\set ON_ERROR_STOP on
BEGIN;
ALTER DATABASE vrhcaby RENAME TO vrhcaby_before;
ALTER DATABASE vrhcaby_restored RENAME TO vrhcaby;
COMMIT;
