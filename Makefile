.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install client run test test-slow test-browser coverage mutants check messages licences pictures touch-times site release same-answers nightfall-games darkness-games last-spell-games release-games

VENV ?= .venv
BIN := $(VENV)/bin

# The first Python from 3.11 to 3.13; a newer python3 does where a Redis server is installed.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	&& echo "$$python" && exit; done; echo python3)

# Kept bytecode is half of what the start of a process costs, and the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

# What the API's document is made from, and what the client is made from besides.
API := $(shell find domain projections service -name '*.py' -o -name '*.toml')
CLIENT := $(wildcard client/builder/*.py) $(filter-out %/resources.py,$(wildcard client/src/nightledger_client/aio/*.py))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# The tests that reach the domain: its own, and of those above it what no test below shows.
COVERING := tests/domain tests/verifier tests/test_rule_cases.py \
	$(addprefix tests/service/,challenges characters series web/tables games/timing cli/test_audit_command.py cli/test_simulate_command.py) \
	$(addprefix tests/service/games/test_,absence.py operators.py operators_clocks.py standing_orders.py) tests/service/games/ledger/test_looking.py

install: $(BIN)/.installed $(BIN)/.installed-client ## Make the virtual environment and install service and client into it

client: client/openapi.json ## Make the part of the client that comes from the API

run: install ## Start everything and print the address; Ctrl-C ends it
	@$(BIN)/nightledger run --end-with-parent

test: check ## Check, then run the tests but the slow ones
	$(BIN)/pytest -n 4 --dist worksteal --hypothesis-profile=ci -m "not slow"

test-slow: $(BIN)/.installed-test client ## Run the slow tests: thousands of games, fuzzing
	$(BIN)/pytest -n 2 -m slow

test-browser: $(BIN)/.installed-test client ## Run all tests in a browser: whole games of each by touch, on a desktop and a phone, in four languages
	$(BIN)/pytest -n 2 tests/service/web/browser

coverage: $(BIN)/.installed-test client ## Run the tests of the domain with branch coverage; fails below 98 %
	$(BIN)/pytest -n 4 --dist worksteal -m "not slow" --cov --cov-report=term $(COVERING)

mutants: $(BIN)/.installed-test client ## Put small faults into the code, by areas, and see which no test finds (AREAS="log clocks" COUNT=100)
	$(BIN)/python -m tests.mutants $(AREAS) $(if $(COUNT),--count $(COUNT))

check: $(BIN)/.installed-test client ## Run the linter, the type checker and the import contracts
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONPATH=examples/oh_hell $(BIN)/lint-imports --config examples/importlinter.ini

messages: $(BIN)/.installed-test ## Bring the catalogues of messages up to what pages and games say
	$(BIN)/python -m service.dev.messages

licences: $(BIN)/.installed-test ## Write the page of the licences of all that is installed for whoever plays
	$(BIN)/python -m service.dev.licences > docs/licences.md

pictures: $(BIN)/.installed-test ## Take a picture of each kind of decision, into docs/pictures (Chromium; some minutes)
	$(BIN)/python -m tests.figures.pictures

touch-times: $(BIN)/.installed-test ## Measure how long a touched move takes in Chromium, over a seeded game of each
	$(BIN)/python -m tests.figures.touch_times

site: $(BIN)/.installed-test ## Make a site of the documents in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

release: client ## Build wheel and sdist, those of the client, and the list of all that they need (CycloneDX), in dist/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build cyclonedx-bom
	rm -rf dist build/lib build/bdist.* client/build
	$(BIN)/python -m build --quiet --outdir dist
	$(BIN)/python -m build --quiet --outdir dist client
	"$(BIN)/python" -m venv dist/venv && dist/venv/bin/pip install --quiet --disable-pip-version-check dist/nightledger-*.whl
	$(BIN)/cyclonedx-py environment --output-reproducible --of JSON -o dist/nightledger.cdx.json dist/venv
	rm -rf dist/venv

same-answers: $(BIN)/.installed-test ## Exchange the hidden cards of 10,000 positions: greedy and search answer the same (half an hour)
	$(BIN)/pytest -m slow tests/domain/bots/test_search.py

darkness-games: $(BIN)/.installed-test ## Play 2,000 games of When Darkness Comes and print how they went (ten minutes)
	$(BIN)/python -m tests.figures.game_figures darkness 2000

nightfall-games: $(BIN)/.installed-test ## Play 10,000 games of Nightfall and print how they went (ten minutes)
	$(BIN)/python -m tests.figures.nightfall_games

last-spell-games: $(BIN)/.installed-test ## Play 2,000 games of The Last Spell and print how they went (a quarter of an hour)
	$(BIN)/python -m tests.figures.last_spell_games

release-games: $(BIN)/.installed-test ## Check 10,000 stored games with this program and with altered rules (ten minutes)
	$(BIN)/python -m tests.figures.release_games

$(BIN)/pip:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo 'Nightledger needs Python 3.11 or newer as python3, or make PYTHON=/path/to/python.'; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'This Python has no venv: on Debian or Ubuntu, apt install python3-venv.'; exit 1; }
	"$(PYTHON)" -m venv --clear "$(VENV)"

$(BIN)/.installed: $(BIN)/pip setup.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(BIN)/.installed-client: client/pyproject.toml | client/openapi.json
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable client
	@touch $@

client/openapi.json: $(BIN)/.installed $(API) $(CLIENT)
	$(BIN)/nightledger openapi > $@
	PYTHONPATH=client $(BIN)/python -m builder

$(BIN)/.installed-test: $(BIN)/.installed $(BIN)/.installed-client
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@
