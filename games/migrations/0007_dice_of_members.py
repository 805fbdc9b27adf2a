"""What each member rolled; matches counted so far are counted again, for their members too."""

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


def count_again(apps, schema_editor):
    """Empty the tallies: the task that keeps them begins with the first match again."""
    for name in ("DiceTally", "DiceCount", "MemberDice"):
        apps.get_model("games", name).objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0006_who_holds_a_clock'),
    ]

    operations = [
        migrations.CreateModel(
            name='MemberDice',
            fields=[
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='dice', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='member')),
                ('rolls', models.PositiveBigIntegerField(default=0, verbose_name='rolls')),
                ('pips', models.PositiveBigIntegerField(default=0, help_text='A double counts four times its face.', verbose_name='pips rolled')),
                ('doubles', models.PositiveBigIntegerField(default=0, verbose_name='doubles')),
            ],
            options={
                'verbose_name': 'dice of a member',
                'verbose_name_plural': 'dice of members',
                'constraints': [models.CheckConstraint(condition=models.Q(('doubles__lte', models.F('rolls')), ('pips__gte', django.db.models.expressions.CombinedExpression(models.Value(3), '*', models.F('rolls'))), ('pips__lte', django.db.models.expressions.CombinedExpression(models.Value(24), '*', models.F('rolls')))), name='member_dice_possible')],
            },
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
