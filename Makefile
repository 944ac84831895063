.DEFAULT_GOAL := help
.PHONY: help install run test check

VENV ?= .venv
BIN := $(VENV)/bin

# The first Python from 3.11 to 3.13; a newer python3 does where a Redis server is installed.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	&& echo "$$python" && exit; done; echo python3)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

install: $(BIN)/.installed ## Make the virtual environment and install the package into it

run: install ## Start everything and print the address; Ctrl-C ends it
	@$(BIN)/nightledger run --end-with-parent

test: check ## Check, then run the whole test suite
	$(BIN)/pytest -n 2

check: $(BIN)/.installed-test ## Run the linter, the type checker and the import contracts
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

$(BIN)/pip:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo 'Nightledger needs Python 3.11 or newer as python3, or make PYTHON=/path/to/python.'; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'This Python has no venv: on Debian or Ubuntu, apt install python3-venv.'; exit 1; }
	"$(PYTHON)" -m venv --clear "$(VENV)"

$(BIN)/.installed: $(BIN)/pip setup.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(BIN)/.installed-test: $(BIN)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@
