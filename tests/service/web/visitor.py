"""Somebody who looks at the pages without a script: follows links, fills in forms and sends them."""

from html.parser import HTMLParser

from werkzeug.datastructures import MultiDict

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
"""What a browser says that it takes."""


class Form:
    """A form of a page with what it would send: `fields` name -> values; `buttons` are (name, value, label)."""

    def __init__(self, attributes):
        self.id = attributes.get("id")
        self.action = attributes.get("action", "")
        self.fields = MultiDict()
        self.buttons = []
        self.choices = {}

    def button(self, label):
        """Name and value of the button with this label."""
        found = [(name, value) for name, value, text in self.buttons if text == label]
        assert found, f"no button {label!r} among {[text for _, _, text in self.buttons]}"
        return found[0]


class Page(HTMLParser):
    """A page that was answered; `languages` is the switch at its foot, which is none of its `forms`."""

    def __init__(self, response):
        super().__init__()
        self.status = response.status_code
        self.text = response.get_data(as_text=True)
        self.path = response.request.full_path.rstrip("?")
        self.forms = []
        self.languages = None
        self.links = []
        self._inside = None
        self._button = None
        self._select = None
        self._textarea = None
        self._outside = []
        self.feed(self.text)
        for form_id, button in self._outside:
            next(form for form in self.forms if form.id == form_id).buttons.append(button)

    def form(self, action):
        """The first form that is sent to this path."""
        return next(form for form in self.forms if form.action == action)

    @property
    def answer(self):
        """The form of the answers that are one click."""
        return next(form for form in self.forms if form.id == "answer")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "a":
            self.links.append(attributes.get("href"))
        elif tag == "form":
            self._inside = Form(attributes)
            if self._inside.action == "/language":
                self.languages = self._inside
            else:
                self.forms.append(self._inside)
        elif tag == "input":
            self._input(attributes)
        elif tag == "select" and "name" in attributes:
            self._select = attributes["name"]
            self._inside.choices.setdefault(self._select, []).append([])
        elif tag == "option" and self._select is not None:
            self._option(attributes)
        elif tag == "textarea":
            self._textarea = (attributes["name"], [])
        elif tag == "button" and attributes.get("type") != "button":
            self._button = (attributes.get("form"), attributes.get("name"), attributes.get("value"), [])

    def handle_endtag(self, tag):
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            name, text = self._textarea
            # As browsers do: a line that ends right behind the tag is none of the text.
            self._inside.fields.add(name, "".join(text).removeprefix("\n"))
            self._textarea = None
        elif tag == "button" and self._button is not None:
            form_id, name, value, words = self._button
            button = (name, value, " ".join("".join(words).split()))
            if form_id is not None:
                self._outside.append((form_id, button))
            elif self._inside is not None:
                self._inside.buttons.append(button)
            self._button = None

    def handle_data(self, data):
        if self._button is not None:
            self._button[3].append(data)
        elif self._textarea is not None:
            self._textarea[1].append(data)

    def _input(self, attributes):
        name, kind = attributes.get("name"), attributes.get("type", "text")
        if kind == "checkbox":
            self._inside.choices.setdefault(name, []).append([attributes["value"]])
        if name is not None and (kind != "checkbox" or "checked" in attributes):
            self._inside.fields.add(name, attributes.get("value", ""))

    def _option(self, attributes):
        """The first option of a select is taken, unless another one is selected."""
        options = self._inside.choices[self._select][-1]
        options.append(attributes["value"])
        values = self._inside.fields.setlistdefault(self._select)
        if len(options) == 1:
            values.append(attributes["value"])
        elif "selected" in attributes:
            values[-1] = attributes["value"]


class Visitor:
    """A person with a browser that keeps cookies and follows redirects."""

    def __init__(self, app):
        self.client = app.test_client()

    def open(self, path, **options):
        return Page(self.client.get(path, follow_redirects=True, **options))

    def send(self, form, button=None, **changes):
        """Send a form as it is but for `changes` (a list gives several values), by one of its buttons."""
        fields = MultiDict(form.fields)
        for name, value in changes.items():
            fields.setlist(name, value if isinstance(value, list) else [value])
        if button is not None and button[0] is not None:
            fields.add(*button)
        return Page(self.client.post(form.action, data=fields, follow_redirects=True))

    def sign_up(self, name, password="correct horse"):
        page = self.send(self.open("/").form("/sign-up"), name=name, password=password)
        assert page.status == 200, page.text
        return page

    def sign_in(self, name, password="correct horse"):
        return self.send(self.open("/").form("/sign-in"), name=name, password=password)

    def read_in(self, language, path="/"):
        """Switch the pages to another language at the foot of one."""
        return self.send(self.open(path).languages, ("language", language))
