"""Lines about roles that an earlier version wrote get the number of the member they name.

By it his name is not told once he has left for good; afterwards it could not be found any more.
"""

from django.db import migrations

BY_HIMSELF = ("role_accepted", "role_declined")


def add_members(apps, schema_editor=None):
    """Take who answered himself; else who answered under the name there, else who has it now."""
    lines = apps.get_model("ladder", "OfficialAct").objects.filter(code__startswith="role_")
    lines = lines.filter(subject__has_key="name").exclude(subject__has_key="member")
    answered = {
        (line.tournament_id, line.subject["name"]): line.official_id
        for line in lines.filter(code__in=BY_HIMSELF, official__isnull=False)
    }
    members = apps.get_model("accounts", "Member").objects
    for line in lines.iterator():
        name = line.subject["name"]
        number = line.official_id if line.code in BY_HIMSELF else None
        number = number or answered.get((line.tournament_id, name))
        if number is None:
            # A name that was free again may be another's, who was not here then.
            now = members.filter(username=name, date_joined__lte=line.at)
            number = now.values_list("pk", flat=True).first()
        if number is not None:
            line.subject = {**line.subject, "member": number}
            line.save(update_fields=["subject"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_member"),
        ("ladder", "0013_several_givers"),
    ]

    operations = [migrations.RunPython(add_members, migrations.RunPython.noop)]
