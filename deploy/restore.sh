#!/bin/sh
# Restores a backup into an empty database, and checks all of it before anybody plays on it.
#   OWNER_URL=postgresql://vrhcaby_owner:password@host/vrhcaby_restored \
#     deploy/restore.sh FILE [WEB_ROLE]
# The settings' environment must be that of the site (SEED_KEYS above all). Stop the site first if
# it is to run on this database afterwards, which deploy/exchange.sql then gives the site's name.
# Time since the backup counts as an outage: the first sweep gives it back to all who were playing.
set -eu
file="$1"
web_role="${2:-}"
cd "$(dirname "$0")/.."
. deploy/owner.sh
python="${PYTHON:-.venv/bin/python}"
tables=$(psql --no-psqlrc --dbname="$database" -Atc \
  "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
if [ "$tables" != 0 ]; then
  echo "The database is not empty; nothing was changed." >&2
  exit 1
fi
pg_restore --dbname="$database" --no-owner --no-privileges --single-transaction --exit-on-error \
  "$file"
export DATABASE_URL="$OWNER_URL"
"$python" manage.py migrate --no-input --verbosity 0
if [ -n "$web_role" ]; then
  "$python" manage.py database_roles "$web_role"
fi
"$python" manage.py check_invariants
echo "Restored, and sound."
