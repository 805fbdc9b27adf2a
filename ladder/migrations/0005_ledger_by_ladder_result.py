from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("ladder", "0004_results_of_the_ledger")]

    operations = [
        migrations.RemoveConstraint(
            model_name='ratingchange',
            name='change_once',
        ),
        migrations.RemoveField(
            model_name='ratingchange',
            name='result',
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('ladder_result', 'member', 'correction'), name='change_once'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ladder_result__isnull', False), ('opponent__isnull', False), ('reset', None), ('difference__isnull', False), ('expected__isnull', False), ('k__isnull', False), ('length__isnull', False), ('score__isnull', False)), models.Q(('ladder_result__isnull', False), ('opponent__isnull', False), ('reset', None), ('difference', None), ('expected', None), ('k', None), ('score', None), ('after', models.F('before')), ('length__isnull', False)), models.Q(('difference', None), ('expected', None), ('k', None), ('score', None), ('ladder_result', None), ('length', None), ('opponent', None), ('reset__isnull', False)), _connector='OR'), name='change_of_a_result_or_reset'),
        ),
    ]
