"""`manage.py protocol_schema`: write the JSON Schema of the frames that the sockets speak."""

import json
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from games import wire

PATH = settings.BASE_DIR / "docs" / "protocol.schema.json"


def text() -> str:
    """Return the schema as the file holds it."""
    return json.dumps(wire.schema(), indent=1, ensure_ascii=False) + "\n"


class Command(BaseCommand):
    """Write docs/protocol.schema.json anew from the structs that the server decodes with."""

    help = "Write docs/protocol.schema.json."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        PATH.write_text(text(), encoding="utf-8")
        self.stdout.write(str(PATH.relative_to(settings.BASE_DIR)))
