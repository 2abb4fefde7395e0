"""What is said when Django says no, in a page and for the notice line, in both languages."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.test import Client

from config import faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def page(answer: HttpResponse, status: int) -> str:
    assert answer.status_code == status
    text: str = answer.content.decode()
    assert "<html" in text
    assert "Traceback" not in text
    return text


def sentence(answer: HttpResponse, status: int) -> str:
    assert answer.status_code == status
    text: str = answer.content.decode()
    assert "<html" not in text
    assert "notice" in text
    return text


def test_an_address_that_is_none(client: Client) -> None:
    assert "nothing at this address" in page(client.get("/no/such/page/"), 404)
    assert "nothing at this address" in page(client.get("/no/", HTTP_HX_REQUEST="true", HTTP_HX_BOOSTED="true"), 404)
    assert "nothing at this address" in sentence(client.get("/no/", HTTP_HX_REQUEST="true"), 404)


def test_a_page_that_is_too_old(client: Client) -> None:
    assert "too old" in page(client.post("/battles/new", {}), 403)
    assert "too old" in sentence(client.post("/battles/new", {}, HTTP_HX_REQUEST="true"), 403)


def test_a_fault_of_ours(client: Client) -> None:
    with patch("battles.live.offers.home_context", side_effect=RuntimeError("secret")):
        text = page(client.get("/"), 500)
    assert "our side" in text
    assert "secret" not in text


def test_a_fault_even_of_the_page_about_it(client: Client) -> None:
    with (
        patch("battles.live.offers.home_context", side_effect=RuntimeError),
        patch.object(faults, "render", side_effect=RuntimeError),
    ):
        answer = client.get("/")
    assert answer.status_code == 500
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "our side" in answer.content.decode()


def test_a_strange_host(client: Client) -> None:
    answer = client.get("/", HTTP_HOST="somebody.else")
    assert answer.status_code == 400
    assert "makes no sense" in answer.content.decode()


def test_in_russian(client: Client) -> None:
    assert "По этому адресу ничего нет" in page(client.get("/no/", HTTP_ACCEPT_LANGUAGE="ru"), 404)
