"""The stream of a page: that something has happened, and where pages find it."""

import json

import pytest

from service.api.app import create_app
from tests.installation import install
from tests.service.web.visitor import Visitor
