"""Addresses of the document, of the page that shows it, and of the guide."""

from django.urls import path, re_path

from vrhcaby.rest import views

app_name = "api"

urlpatterns = [
    path("", views.guide, name="guide"),
    path("reference/", views.reference, name="reference"),
    path("v1/openapi.json", views.document, name="document"),
    path("v1/problems", views.ListProblems.as_view()),
    re_path(r"^(?P<name>[a-z]+\.md|examples/bot\.py)$", views.paper, name="paper"),
]
