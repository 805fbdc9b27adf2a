#!/bin/sh
# Writes a backup of the database into a folder, and keeps those of the last KEEP days (14).
#   OWNER_URL=postgresql://vrhcaby_owner:password@host/vrhcaby deploy/backup.sh FOLDER
# A backup that was not written whole never gets its name.
set -eu
folder="$1"
keep="${KEEP:-14}"
. "$(dirname "$0")/owner.sh"
umask 077
mkdir -p "$folder"
name="$folder/vrhcaby-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --dbname="$database" --file="$name.part"
pg_restore --list "$name.part" >/dev/null
mv "$name.part" "$name"
find "$folder" -name 'vrhcaby-*.dump' -mtime "+$keep" -delete
echo "$name"
