"""Addresses of the account pages that are not allauth's."""

from django.urls import path

from accounts import notice_pages, privacy_views, token_views, views

app_name = "accounts"

urlpatterns = [
    path("ucet/", views.profile, name="profile"),
    path("ucet/vzhled/", views.theme, name="theme"),
    path("ucet/jazyk/", views.language, name="language"),
    path("ucet/tokeny/", token_views.access, name="tokens"),
    path("ucet/tokeny/<int:token_id>/zrusit/", token_views.revoke, name="token_revoke"),
    path("ucet/bot/", token_views.become_bot, name="become_bot"),
    path("ucet/blokovani/", views.blocks, name="blocks"),
    path("ucet/oznameni/", notice_pages.listed, name="notices"),
    path("ucet/oznameni/pocet/", notice_pages.counted, name="notice_count"),
    path("ucet/oznameni/prectena/", notice_pages.read_all, name="notices_read"),
    path("ucet/oznameni/nastaveni/", notice_pages.wanted, name="notice_settings"),
    path("ucet/oznameni/<int:notice_id>/", notice_pages.followed, name="notice"),
    path("odber/<str:key>/", notice_pages.unsubscribe, name="unsubscribe"),
    path("ucet/soukromi/", privacy_views.privacy, name="privacy"),
    path("ucet/soukromi/data/", privacy_views.export, name="export"),
    path("ucet/soukromi/odejit/", privacy_views.leave, name="leave"),
    path("ucet/prihlaseni/", privacy_views.sessions, name="sessions"),
    path("ucet/prihlaseni/<int:session_id>/", privacy_views.end_session, name="end_session"),
    path("ucet/odhlasit-jinde/", views.sign_out_elsewhere, name="sign_out_elsewhere"),
]
