"""A season's table keeps no names: who has left for good must not be found by it.

The release before still reads and writes the column, and may run beside this one or after it. So
the column stays, emptied for those who have left and empty by itself in what is written from now
on; only the model forgets it. The next release drops it.
"""

from django.db import migrations, models

LEFT = "smazaný-"


def forget_who_has_left(apps, schema_editor=None):
    """Empty the names of members who have left for good; the others' are no secret."""
    places = apps.get_model("ladder", "SeasonPlace").objects
    left = apps.get_model("accounts", "Member").objects.filter(
        is_active=False, username__startswith=LEFT
    )
    places.filter(member__in=left).update(name="")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_member"),
        ("ladder", "0010_scores_of_live_matches"),
    ]

    operations = [
        migrations.AlterField(
            model_name="seasonplace",
            name="name",
            field=models.CharField(db_default="", max_length=80, verbose_name="name at the time"),
        ),
        migrations.RunPython(forget_who_has_left, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="seasonplace", name="name")]
        ),
    ]
