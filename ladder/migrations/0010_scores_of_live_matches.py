"""Scores of pairings played here, which an earlier version stored as 0 : 0."""

from django.db import migrations

DECISIVE = ((2, 0), (0, 2))


def repair(apps, schema_editor):
    """Take the score from the seats of the match, up to its length; results stay as they are."""
    Pairing = apps.get_model("ladder", "Pairing")
    Seat = apps.get_model("games", "Seat")
    rows = Pairing.objects.filter(source="live", state="decided", first_score=0, second_score=0)
    for pairing in rows.select_related("match").iterator():
        if pairing.match is None or (pairing.first_result, pairing.second_result) not in DECISIVE:
            continue
        points = dict(Seat.objects.filter(match=pairing.match).values_list("side", "points"))
        length = pairing.match.options["length"]
        pairing.first_score = min(points.get(0, 0), length)
        pairing.second_score = min(points.get(1, 0), length)
        pairing.save(update_fields=["first_score", "second_score"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0006_who_holds_a_clock"),
        ("ladder", "0009_drafts_thrown_away"),
    ]

    operations = [migrations.RunPython(repair, migrations.RunPython.noop)]
