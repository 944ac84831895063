"""A form that was refused is shown again as it was filled in, whichever form it is: the page's own HTML is filled."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from html.parser import HTMLParser

from flask import g, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from service.api import session

MOST_BYTES = 2500
"""Of what was typed that the session's cookie carries to the next page; more is shown again by the answer itself."""

UNFILLED = (session.FORM_TOKEN, session.NONCE)

SECRET = ("password", "old_password", "entropy", "entropy_hash", "challenge")
"""Fields that no page shows again."""

_TYPED = "typed"

Typed = MultiDict[str, str]
Attributes = Mapping[str, str | None]


def fields_of(form: Typed) -> list[tuple[str, str]]:
    """What a form was filled in with, as far as a page may show it again."""
    return [(name, value) for name, value in form.items(multi=True) if name not in (*UNFILLED, *SECRET)]


def keep_typed() -> None:
    """Have the next page of this session show the form of this request as it was filled in, or the answer itself."""
    if request.method != "POST":
        return
    kept = json.dumps([request.path, fields_of(request.form)], ensure_ascii=False)
    if len(kept.encode()) <= MOST_BYTES:
        session.put(_TYPED, kept)
    else:
        g.is_too_long = True


def is_too_long() -> bool:
    """Whether the form of this request was refused, and is more than is carried to the next page."""
    return bool(g.get("is_too_long"))


def refilled(response: Response) -> Response:
    """The page with the form filled in that was refused just now; any other answer as it is."""
    if response.mimetype != "text/html" or response.is_streamed or 300 <= response.status_code < 400:
        return response
    if kept := session.taken(_TYPED):
        action, fields = json.loads(kept)
        response.set_data(filled(response.get_data(as_text=True), action, MultiDict(map(tuple, fields))))
    return response


def filled(page: str, action: str, typed: Typed) -> str:
    """The page with its form that is sent to `action` filled in; of several the one with the same hidden fields, and
    with the most of those that were typed."""
    forms = _Forms()
    forms.feed(page)
    fitting = {number: form for number, form in enumerate(forms.found) if form.fits(action, typed)}
    if not fitting:
        return page
    filling = _Filling(max(fitting, key=lambda number: len(fitting[number].names & {*typed})), typed)
    filling.feed(page)
    filling.close()
    return "".join(filling.written)


class _Form:
    """A form of a page: where it is sent to, its hidden fields, and the names of all of its fields."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.names: set[str] = set()
        self.hidden: list[tuple[str, str]] = []

    def fits(self, action: str, typed: Typed) -> bool:
        """Whether this is the form that was sent."""
        return self.action == action and all(value in typed.getlist(name) for name, value in self.hidden)


class _Forms(HTMLParser):
    """Finds the forms of a page, in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Form] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self.found.append(_Form(has.get("action") or ""))
        elif tag in ("input", "select", "textarea") and self.found:
            self._field(self.found[-1], str(has.get("name")), has)

    def _field(self, form: _Form, name: str, has: Attributes) -> None:
        form.names.add(name)
        if has.get("type") == "hidden" and name not in UNFILLED:
            form.hidden.append((name, has.get("value") or ""))


class _Filling(HTMLParser):
    """Writes a page as it is but for one form, which it fills in."""

    def __init__(self, wanted: int, typed: Typed) -> None:
        super().__init__(convert_charrefs=False)
        self.written: list[str] = []
        self._wanted = wanted
        self._left = {name: list(values) for name, values in typed.lists()}
        self._all = typed
        self._number = -1
        self._select: str | None = None
        self._is_inside = False
        self._is_replaced = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag == "form":
            self._number += 1
            self._is_inside = self._number == self._wanted
        self.written.append(self._start(tag, dict(attrs)) if self._is_inside else self._as_it_is())

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.written.append(self._as_it_is())

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag == "textarea":
            self._is_replaced = False
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._write(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self._write(f"<!--{data}-->")

    def _write(self, text: str) -> None:
        if not self._is_replaced:
            self.written.append(text)

    def _as_it_is(self) -> str:
        return self.get_starttag_text() or ""

    def _start(self, tag: str, attrs: Attributes) -> str:
        """The start of an element of the form, filled in if it is a field."""
        name = attrs.get("name") or ""
        if tag == "select":
            self._select = self._next(name)
        if tag == "option" and self._select is not None:
            return _tag(tag, attrs, selected=attrs.get("value") == self._select)
        if tag == "textarea" and (typed := self._next(name)) is not None:
            self._is_replaced = True
            return f"{self._as_it_is()}\n{escape(typed)}"
        if tag == "input":
            return self._input(attrs, name, attrs.get("type") or "text")
        return self._as_it_is()

    def _input(self, attrs: Attributes, name: str, kind: str) -> str:
        if kind in ("checkbox", "radio"):
            return _tag("input", attrs, checked=attrs.get("value") in self._all.getlist(name))
        if kind in ("hidden", "password", "file", "submit") or (typed := self._next(name)) is None:
            return self._as_it_is()
        return _tag("input", {**attrs, "value": typed})

    def _next(self, name: str) -> str | None:
        """What was typed into the next field of this name."""
        left = self._left.get(name)
        return left.pop(0) if left else None


def _tag(tag: str, attrs: Attributes, **marks: bool) -> str:
    """The start of an element with these attributes; a mark is there or not."""
    kept = {name: value for name, value in attrs.items() if name not in marks}
    written = [name if value is None else f'{name}="{escape(value)}"' for name, value in kept.items()]
    return f"<{' '.join([tag, *written, *(mark for mark, is_set in marks.items() if is_set)])}>"
