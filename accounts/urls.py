"""Addresses of the account pages that are not allauth's."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("ucet/", views.profile, name="profile"),
    path("ucet/vzhled/", views.theme, name="theme"),
    path("ucet/jazyk/", views.language, name="language"),
    path("ucet/blokovani/", views.blocks, name="blocks"),
    path("ucet/odhlasit-jinde/", views.sign_out_elsewhere, name="sign_out_elsewhere"),
]
