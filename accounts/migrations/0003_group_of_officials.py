"""The group whose members decide over results and seasons."""

from django.db import migrations

NAME = "official"


def make(apps, schema_editor):
    apps.get_model("auth", "Group").objects.get_or_create(name=NAME)


class Migration(migrations.Migration):

    dependencies = [("accounts", "0003_moderation"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
