#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume.
set -eu
: "${OWNER_PASSWORD:?}" "${WEB_PASSWORD:?}"
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres -f /roles.sql
