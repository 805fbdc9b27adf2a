"""`manage.py database_roles WEB_ROLE`: what the processes that serve may do in the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from vrhcaby import append_only


class Command(BaseCommand):
    """Grant a role what the site needs, and take from it what would change facts."""

    help = (
        "Run as the owner of the database, after each migrate: the web role, and nobody else, may "
        "then connect, and do everything but change the schema and change or delete rows of "
        "append-only tables."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the role and --print."""
        parser.add_argument("web_role")
        parser.add_argument("--print", action="store_true", help="Print the SQL, run nothing.")

    def handle(self, *, web_role: str, **options: Any) -> None:
        """Run or print the statements. Raises CommandError where they make no sense."""
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles.")
        database = connection.settings_dict["NAME"]
        statements = append_only.grants(web_role, database, connection.ops.quote_name)
        if options["print"]:
            self.stdout.write("".join(f"{statement};\n" for statement in statements))
            return
        with transaction.atomic(), connection.cursor() as cursor:
            self._require(cursor, web_role)
            for statement in statements:
                cursor.execute(statement)
        self.stdout.write(f"{web_role} may not change {', '.join(append_only.tables())}.")

    def _require(self, cursor: Any, web_role: str) -> None:
        cursor.execute("SELECT current_user, (SELECT rolsuper FROM pg_roles WHERE rolname = %s)",
                       [web_role])  # fmt: skip
        owner, superuser = cursor.fetchone()
        if superuser is None:
            raise CommandError(f"There is no role {web_role}: see deploy/roles.sql.")
        if superuser or owner == web_role:
            raise CommandError(f"{web_role} may do anything: it must be a role of its own.")
