#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  -v owner_password="$OWNER_PASSWORD" -v web_password="$WEB_PASSWORD" -f /roles.sql
