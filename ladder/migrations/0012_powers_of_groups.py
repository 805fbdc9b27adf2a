"""The groups of moderators and officials, with what their members need in the administration."""

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

POWERS = {
    "moderator": {
        "accounts": ["view_member", "add_mute", "view_mute", "view_moderatoract"],
        "games": ["view_report", "view_chatline"],
    },
    "official": {
        "accounts": ["view_member"],
        "games": ["view_match", "add_annulment", "view_annulment"],
        "ladder": ["view_ratingflag", "change_ratingflag"],
    },
}


def give(apps, schema_editor=None):
    """Add the powers to the groups; what an operator has given besides stays."""
    for label in ("accounts", "games", "ladder"):
        # Otherwise they are made after the last migration, too late for this one.
        create_permissions(installed.get_app_config(label), apps=apps, verbosity=0)
    group, permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, powers in POWERS.items():
        made, _ = group.objects.get_or_create(name=name)
        for label, codenames in powers.items():
            of_app = permission.objects.filter(content_type__app_label=label)
            made.permissions.add(*of_app.filter(codename__in=codenames))


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0006_second_factor"),
        ("games", "0007_dice_of_members"),
        ("ladder", "0011_season_places_without_names"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
