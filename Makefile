# Two commands: `make book` serves the rulebook, `make test` runs every test with what it needs.
# PYTHON=... chooses another interpreter; ARGS=... goes to `rulebook serve` or to pytest.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
# Python processes begin by the hundred here: what is compiled is kept, whatever the caller has set.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help book lab notebooks pictures test lint rules browser chromium soak chaos engine site docs dist image lock audit clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv installs in a quarter of pip's time; where it does not reach the index (it reads no pip.conf), pip does it.
INSTALL = { $(PIP) uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) 2> $(VENV)/uv.log; } || $(PIP) $(1)
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
# A test waits for processes two fifths of its time, in a browser three fifths: so many workers keep two cores busy.
WORKERS ?= 3
READERS ?= 5
# A file stays with one worker, which then has its servers and pages once; files that say how long they take (`SECONDS`)
# begin first, and the slowest tests are named at the end.  Nothing reads what is logged, which takes a tenth of small tests.
SHARED = -q -p no:logging --dist loadfile --no-loadscope-reorder --durations=15
# In a browser what failed runs once more, by itself; the last lines then name it: each has a cause to be found.
AGAIN = { code=$$?; [ $$code = 1 ] || exit $$code; echo "Second try, one by one, of what failed above:"; \
	$(BIN)/pytest -q -rA --last-failed --last-failed-no-failures none --show-capture=no

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: $(VENV)/all.stamp ## serve the rulebook and print its address (ARGS='--port 0')
	@exec $(BIN)/rulebook serve $(ARGS)

lab: $(VENV)/all.stamp ## open the notebooks in JupyterLab
	@exec $(BIN)/rulebook lab $(ARGS)

notebooks: $(VENV)/all.stamp ## run the notebooks and save them with their outputs
	@$(BIN)/python docs/run_notebooks.py

pictures: chromium ## pictures of every page at three widths, light and dark, in build/pictures (ARGS='cover' for some)
	@$(BIN)/python docs/pictures.py $(ARGS)

# mypy keeps one core for half a minute and the package manager none: the tests without a browser begin beside them.
test: $(VENV)/test.stamp ## every test
	@$(MAKE) --no-print-directory -j3 lint rules chromium
	@$(MAKE) --no-print-directory browser

lint: $(VENV)/test.stamp ## ruff and mypy, and their like for the pages' code
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/oxlint --quiet --deny-warnings rulebook/stage rulebook/boards rulebook/choosing rulebook/desk rulebook/learning rulebook/making rulebook/search rulebook/publish/static --ignore-pattern '**/codemirror.js' tests/rulebook/page tests/browser/page.js
	@$(BIN)/python docs/make_types.py
	@$(BIN)/python tests/typescript.py

rules: $(VENV)/compiled.stamp ## tests without a browser: rules, texts, notebooks, command line, installation
	@$(BIN)/python -m tests.nginx
	@$(BIN)/pytest $(SHARED) -n $(WORKERS) --nbval --ignore tests/browser $(ARGS) tests notebooks

browser: chromium ## tests in a headless Chromium against the real server
	@$(BIN)/pytest $(SHARED) -n $(READERS) $(ARGS) tests/browser || $(AGAIN) tests/browser; }

chromium: $(VENV)/test.stamp
	@$(BIN)/python tests/browser/chromium.py

soak: chromium ## long runs: random games of all pairs and many larger sets, many reloads, any input at all
	@WHOLE=1 $(BIN)/pytest -q -m 'soak or hypothesis' $(ARGS) tests
	@FUZZ=2000 $(BIN)/pytest -q -n $(WORKERS) --dist load tests/security/test_fuzz.py

chaos: $(VENV)/test.stamp ## attacks on a server, by itself and behind nginx, beside a reader who plays on: minutes (ARGS=idle for one)
	@$(BIN)/python -m tests.nginx
	@CHAOS=8 $(BIN)/pytest -q -rP -m '' tests/security/test_attacks.py -k 'plays_on and ($(or $(ARGS),on))'

engine: $(VENV)/engine.stamp ## make the engine as WebAssembly anew, from the rules (ARGS=--check compares)
	@$(BIN)/python docs/make_engine.py $(ARGS)

site: $(VENV)/all.stamp ## write the book as a static site, alive without a server, into site/
	@$(BIN)/rulebook build --out site $(ARGS)

docs: $(VENV)/test.stamp ## the documentation as pages, in build/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "The documentation is in build/docs/index.html"

dist: ## wheel, source archive and bill of materials in dist, by pinned and hashed tools alone
	@PYTHON=$(PYTHON) .ci/build

image: $(VENV)/test.stamp ## the server's image, built and asked; without an engine its steps in clean environments, as its user
	@PYTHON=$(BIN)/python .ci/image

# The versions of the day, for the Python of the image; tests/security/test_image.py compares them with pyproject.toml.
LOCK = $(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-annotate --custom-compile-command "make lock"
OF_IMAGE = --python-version 3.12 --python-platform linux

lock: $(VENV)/test.stamp ## write down anew what the server's image installs, with hashes
	@$(PIP) uv
	@$(LOCK) $(OF_IMAGE) --extra all --output-file docker/requirements.lock pyproject.toml
	@$(LOCK) $(OF_IMAGE) --output-file docker/build.lock - < <($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
	@$(LOCK) --universal --python-version 3.11 --extra release --output-file .ci/build.lock pyproject.toml

audit: $(VENV)/test.stamp ## ask the index whether what the image installs has known holes
	@$(BIN)/pytest -q -rs tests/security/test_image.py

clean: ## remove what these commands made
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with the module venv was found (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV)

# Editable: what is served and tested is what stands in the checkout.
$(VENV)/%.stamp: pyproject.toml | $(BIN)/python
	@echo "Installing hedgekit[$*], which takes half a minute the first time ..."
	@$(call INSTALL,--editable '.[$*]')
	@touch $@

# Workers that begin together would each compile all tests: one process does it once, while mypy keeps the other core busy.
$(VENV)/compiled.stamp: $(VENV)/test.stamp
	@$(BIN)/pytest -q -p no:logging --nbval --collect-only tests notebooks > /dev/null || true  # the run itself says what cannot be read
	@touch $@
