"""Addresses of matches, challenges and rules pages."""

from django.urls import path, re_path

from games import chat_views, views

app_name = "games"

urlpatterns = [
    path("hra/<int:match_id>/", views.match, name="match"),
    path("hra/<int:match_id>/export.json", views.export, name="export"),
    re_path(
        r"^hra/(?P<match_id>\d{1,18})/zapas\.(?P<form>mat|sgf|json)$", views.record, name="record"
    ),
    path("hra/<int:match_id>/pozice.json", views.position, name="position"),
    path("zapasy/nacist/", views.import_match, name="import"),
    path("hra/<int:match_id>/dukaz/", views.proof, name="proof"),
    path("hra/<int:match_id>/odveta/", views.rematch, name="rematch"),
    path("vyzvy/nova/", views.challenge_new, name="challenge_new"),
    path("vyzvy/<int:challenge_id>/prijmout/", views.challenge_accept, name="challenge_accept"),
    path("vyzvy/<int:challenge_id>/odmitnout/", views.challenge_decline, name="challenge_decline"),
    path("vyzvy/<int:challenge_id>/odvolat/", views.challenge_withdraw, name="challenge_withdraw"),
    path("vyzvy/<int:challenge_id>/pripraven/", views.challenge_ready, name="challenge_ready"),
    path("chat/<int:line_id>/nahlasit/", chat_views.report, name="report"),
    path("clenove/<int:member_id>/blokovat/", chat_views.block, name="block"),
    path("clenove/<int:member_id>/odblokovat/", chat_views.unblock, name="unblock"),
    path("sance/", views.chances, name="chances"),
    path("pravidla/<slug:ruleset>/", views.rules, name="rules"),
]
