"""Addresses of accounts."""

from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("", views.account, name="account"),
    path("join/", views.join, name="join"),
    path("in/", views.SignIn.as_view(), name="sign_in"),
    path("out", views.sign_out, name="sign_out"),
    path("delete/", views.delete, name="delete"),
    path("password/", views.ChangePassword.as_view(), name="password"),
    path("reset/", views.ResetPassword.as_view(), name="reset"),
    path("reset/sent/", views.reset_sent, name="reset_sent"),
    path("reset/<str:uidb64>/<str:token>/", views.NewPassword.as_view(), name="new_password"),
]
