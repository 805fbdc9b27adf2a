"""Give each rated result its row, from the lines that the ledger holds, and point the lines to it."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery

BATCH = 2000


def make_results(apps, schema_editor):
    """The first player is side 0 of the match; his original line has all that is needed."""
    changes = apps.get_model("ladder", "RatingChange").objects
    results = apps.get_model("ladder", "LadderResult")
    lines = changes.filter(
        correction=0, result__match__seats__member=F("member"), result__match__seats__side=0
    ).order_by("pool", "sequence")
    batch = []
    for line in lines.iterator(chunk_size=BATCH):
        batch.append(
            results(
                pool_id=line.pool_id,
                sequence=line.sequence,
                result_id=line.result_id,
                first_id=line.member_id,
                second_id=line.opponent_id,
                length=line.length,
                score=line.score,
                at=line.at,
            )
        )
    results.objects.bulk_create(batch, batch_size=BATCH)


def point_to_results(apps, schema_editor):
    changes = apps.get_model("ladder", "RatingChange").objects
    results = apps.get_model("ladder", "LadderResult").objects
    of_line = results.filter(result=OuterRef("result")).values("pk")[:1]
    changes.update(ladder_result=Subquery(of_line))
    newest = (
        changes.filter(pool=OuterRef("pool"), member=OuterRef("member"))
        .order_by("-sequence")
        .values("ladder_result")[:1]
    )
    apps.get_model("ladder", "Rating").objects.update(last_result=Subquery(newest))


class Migration(migrations.Migration):

    dependencies = [("ladder", "0003_ladder_results")]

    operations = [
        migrations.RunPython(make_results, migrations.RunPython.noop),
        migrations.RunPython(point_to_results, migrations.RunPython.noop),
    ]
