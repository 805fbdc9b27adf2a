"""Addresses of the account pages that are not allauth's."""

from django.urls import path

from accounts import token_views, views

app_name = "accounts"

urlpatterns = [
    path("ucet/", views.profile, name="profile"),
    path("ucet/vzhled/", views.theme, name="theme"),
    path("ucet/jazyk/", views.language, name="language"),
    path("ucet/tokeny/", token_views.access, name="tokens"),
    path("ucet/tokeny/<int:token_id>/zrusit/", token_views.revoke, name="token_revoke"),
    path("ucet/bot/", token_views.become_bot, name="become_bot"),
    path("ucet/odhlasit-jinde/", views.sign_out_elsewhere, name="sign_out_elsewhere"),
]
