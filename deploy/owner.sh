# Read by backup.sh and restore.sh. With what a program was called all users of a machine may see:
# what stands in `database` is OWNER_URL without its password, which goes by the environment.
: "${OWNER_URL:?names the database, as its owner}"
case "$OWNER_URL" in
  *[?\&]password=* | *[?\&]sslpassword=*)
    echo "OWNER_URL: the password belongs before the @." >&2
    exit 1 ;;
  postgresql://* | postgres://*) ;;
  *)
    echo "OWNER_URL: not of the form postgresql://user:password@host/database." >&2
    exit 1 ;;
esac
database="$OWNER_URL"
authority="${OWNER_URL#*://}"
authority="${authority%%/*}"
login="${authority%%@*}"
if [ "$login" != "$authority" ] && [ "$login" != "${login%%:*}" ]; then
  database="${OWNER_URL%%://*}://${login%%:*}@${OWNER_URL#*@}"
  PGPASSWORD=$(printf %s "${login#*:}" | perl -pe 's/%([0-9a-f]{2})/chr hex $1/gie')
  export PGPASSWORD
fi
