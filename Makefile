.DEFAULT_GOAL := help
.PHONY: help install run test test-slow check nightfall-games darkness-games last-spell-games release-games

VENV ?= .venv
BIN := $(VENV)/bin

# The first Python from 3.11 to 3.13; a newer python3 does where a Redis server is installed.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	&& echo "$$python" && exit; done; echo python3)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

install: $(BIN)/.installed ## Make the virtual environment and install the package into it

run: install ## Start everything and print the address; Ctrl-C ends it
	@$(BIN)/nightledger run --end-with-parent

test: check ## Check, then run the tests but the slow ones
	$(BIN)/pytest -n 2 -m "not slow"

test-slow: $(BIN)/.installed-test ## Run the slow tests: thousands of games, fuzzing
	$(BIN)/pytest -n 2 -m slow

check: $(BIN)/.installed-test ## Run the linter, the type checker and the import contracts
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

darkness-games: $(BIN)/.installed-test ## Play 2,000 games of When Darkness Comes and print how they went (ten minutes)
	$(BIN)/python -m tests.game_figures darkness 2000

nightfall-games: $(BIN)/.installed-test ## Play 10,000 games of Nightfall and print how they went (ten minutes)
	$(BIN)/python -m tests.nightfall_games

last-spell-games: $(BIN)/.installed-test ## Play 2,000 games of The Last Spell and print how they went (a quarter of an hour)
	$(BIN)/python -m tests.last_spell_games

release-games: $(BIN)/.installed-test ## Check 10,000 stored games with this program and with altered rules (ten minutes)
	$(BIN)/python -m tests.release_games

$(BIN)/pip:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo 'Nightledger needs Python 3.11 or newer as python3, or make PYTHON=/path/to/python.'; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'This Python has no venv: on Debian or Ubuntu, apt install python3-venv.'; exit 1; }
	"$(PYTHON)" -m venv --clear "$(VENV)"

$(BIN)/.installed: $(BIN)/pip setup.cfg pyproject.toml client/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --editable client
	@touch $@

$(BIN)/.installed-test: $(BIN)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@
