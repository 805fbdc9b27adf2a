"""Results of a person and a bot keep whether they were allowed to count when they were entered."""

from django.db import migrations, models
from django.db.models import F

FROM_THE_BOARD = ("board", "report", "ruling")


def freeze(apps, schema_editor=None):
    """What counts was allowed to; what an earlier version left out was not."""
    pairings = apps.get_model("ladder", "Pairing").objects
    rows = pairings.filter(state="decided", source__in=FROM_THE_BOARD, forfeit=False, match=None)
    rows = rows.filter(round__stage__tournament__rated=True, may_be_rated=None)
    mixed = rows.exclude(first__member=None).exclude(second__member=None)
    mixed = mixed.exclude(first__member__is_bot=F("second__member__is_bot"))
    corrections = apps.get_model("ladder", "Correction").objects
    entered = apps.get_model("ladder", "LadderResult").objects
    for pk in list(mixed.values_list("pk", flat=True)):
        result = entered.filter(pairing=pk).first()
        newest = corrections.filter(ladder_result=result).order_by("number").last()
        counts = result is not None and (newest is None or newest.score is not None)
        pairings.filter(pk=pk).update(may_be_rated=counts)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_member"),
        ("ladder", "0014_members_of_role_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="pairing",
            name="may_be_rated",
            field=models.BooleanField(
                blank=True,
                editable=False,
                help_text="Whether the two allowed it when a result was first entered.",
                null=True,
                verbose_name="may be rated",
            ),
        ),
        migrations.RunPython(freeze, migrations.RunPython.noop),
    ]
