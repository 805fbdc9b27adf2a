"""How often a member makes challenges is counted by an index."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_a_server_that_stood_still'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(fields=['challenger', 'created_at'], name='challenge_made'),
        ),
    ]
