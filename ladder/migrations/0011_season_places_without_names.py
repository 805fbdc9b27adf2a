"""A season's table keeps no names: who has left for good must not be found by it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ladder", "0010_scores_of_live_matches")]

    operations = [migrations.RemoveField(model_name="seasonplace", name="name")]
