"""Addresses of the account pages that are not allauth's."""

from django.urls import path

from accounts import privacy_views, views

app_name = "accounts"

urlpatterns = [
    path("ucet/", views.profile, name="profile"),
    path("ucet/vzhled/", views.theme, name="theme"),
    path("ucet/jazyk/", views.language, name="language"),
    path("ucet/blokovani/", views.blocks, name="blocks"),
    path("ucet/soukromi/", privacy_views.privacy, name="privacy"),
    path("ucet/soukromi/data/", privacy_views.export, name="export"),
    path("ucet/soukromi/odejit/", privacy_views.leave, name="leave"),
    path("ucet/prihlaseni/", privacy_views.sessions, name="sessions"),
    path("ucet/prihlaseni/<int:session_id>/", privacy_views.end_session, name="end_session"),
    path("ucet/odhlasit-jinde/", views.sign_out_elsewhere, name="sign_out_elsewhere"),
]
