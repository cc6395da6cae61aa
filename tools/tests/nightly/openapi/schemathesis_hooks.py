"""Hooks of Schemathesis: stamp each request, and judge what the server rejects.

KEYWRIGHT_BASE_URL names a development server, whose `/dev/stamps` stamps as the root user.
"""

import json
import os
import re
import time

import requests
import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

BASE = os.environ["KEYWRIGHT_BASE_URL"]
SHAPE_ERRORS = set(requests.get(f"{BASE}/dev/openapi.json").json()["x-errors-of-shapes"])
ORGANIZATION = requests.get(f"{BASE}/dev").json()["organizationId"]
ROOT_USER = requests.get(f"{BASE}/dev/organizations/{ORGANIZATION}").json()["users"][0]["userId"]
# What no schema can express: JSON in a text, and characters that are hidden in some places or outside the basic plane.
BEYOND_SCHEMAS = re.compile(r"filtersJson`|\bU\+(200[CD]|FE0[0-9A-F]|180[B-F]|[1E][0-9A-F]{4})\b")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
TIME = re.compile(r"[0-9]{1,16}", re.A)


class Stamp(requests.auth.AuthBase):
    """Stamps the exact bytes of the body."""

    def __call__(self, request):
        body = request.body or b""
        try:
            text = body if isinstance(body, str) else body.decode()
        except UnicodeDecodeError:
            return request
        answer = requests.post(
            f"{BASE}/dev/stamps",
            json={"organizationId": ORGANIZATION, "userId": ROOT_USER, "body": text},
        ).json()
        if "stampHeaderName" in answer:
            request.headers[answer["stampHeaderName"]] = answer["stampHeaderValue"]
        return request


def holds_null(value):
    if isinstance(value, dict):
        return any(holds_null(member) for member in value.values())
    if isinstance(value, list):
        return any(holds_null(item) for item in value)
    return value is None


@schemathesis.hook
def before_call(ctx, case, **kwargs):
    """Replace a well-formed organization and time, which are invented, by those of the server."""
    if not isinstance(case.body, dict):
        return
    for name, form, value in (
        ("organizationId", UUID, ORGANIZATION),
        ("timestampMs", TIME, str(int(time.time() * 1000))),
    ):
        given = case.body.get(name)
        if isinstance(given, str) and form.fullmatch(given):
            case.body[name] = value


schemathesis.auth.set_from_requests(Stamp())


@schemathesis.check
def shape_acceptance(ctx, response, case):
    """A request that fits the schema is never rejected for its shape."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code != 400:
        return
    answer = response.json()
    codes = {detail.get("errorCode") for detail in answer["details"]}
    if codes & SHAPE_ERRORS and not BEYOND_SCHEMAS.search(answer["message"]):
        raise AssertionError(f"the schema accepts what the server rejects: {answer['message']}")


@schemathesis.check
def no_fault(ctx, response, case):
    """The server never fails inside. It may name an issuer that it cannot reach, with 503."""
    assert response.status_code < 500 or response.status_code == 503, response.text


@schemathesis.check
def violation_rejection(ctx, response, case):
    """A request that violates the schema is rejected. Null counts as absent, although no schema has it."""
    if not holds_null(case.body):
        negative_data_rejection(ctx, response, case)
