"""Whether what the tables of a tournament show may have changed."""

from django.db.models import Count, Sum

from ladder.models import Forecast, Pairing, Tournament


def stamp(tournament: Tournament) -> str:
    """Return a text that is another one whenever a result, a pairing or a forecast has changed.

    Names and marks of members are not in it.
    """
    pairings = Pairing.objects.filter(round__stage__tournament=tournament)
    counted = pairings.aggregate(of=Count("pk"), versions=Sum("version"))
    forecasts = Forecast.objects.filter(stage__tournament=tournament)
    foreseen = forecasts.aggregate(versions=Sum("version"))["versions"]
    return f"{tournament.version}-{counted['of']}-{counted['versions']}-{foreseen}"
