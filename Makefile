# `make book` serves the rulebook; `make test` runs all tests, after installing what they need.
# PYTHON=... chooses another interpreter; ARGS=... is passed to `rulebook serve` or pytest.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
# Tests start hundreds of Python processes: always cache their bytecode.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help book lab notebooks pictures test lint rules browser chromium soak chaos engine site docs dist image lock audit clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv takes a quarter of pip's time; if it cannot reach the index (it ignores pip.conf), fall back to pip.
INSTALL = { $(PIP) uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) 2> $(VENV)/uv.log; } || $(PIP) $(1)
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
# Tests wait for processes two fifths of the time, in a browser three fifths: so many workers keep two cores busy.
WORKERS ?= 3
READERS ?= 5
# Each file runs in one worker, which starts its servers and pages once; files that declare their duration (`SECONDS`)
# start first.  Logging, which nothing reads, would take a tenth of the time of small tests.
SHARED = -q -p no:logging --dist loadfile --no-loadscope-reorder --durations=15
# Failed browser tests run once more, one by one, and are listed at the end: each has a cause to be found.
AGAIN = { code=$$?; [ $$code = 1 ] || exit $$code; echo "Running the failed tests again, one by one:"; \
	$(BIN)/pytest -q -rA --last-failed --last-failed-no-failures none --show-capture=no

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: $(VENV)/all.stamp ## serve the rulebook and print its address (ARGS='--port 0')
	@exec $(BIN)/rulebook serve $(ARGS)

lab: $(VENV)/all.stamp ## open the notebooks in JupyterLab
	@exec $(BIN)/rulebook lab $(ARGS)

notebooks: $(VENV)/all.stamp ## run the notebooks and save their outputs
	@$(BIN)/python docs/run_notebooks.py

pictures: chromium ## take screenshots of every page at three widths, light and dark, in build/pictures (ARGS='cover' for some)
	@$(BIN)/python docs/pictures.py $(ARGS)

# mypy takes one core for half a minute, the package manager none: run the tests without a browser in parallel.
test: $(VENV)/test.stamp ## run all tests
	@$(MAKE) --no-print-directory -j3 lint rules chromium
	@$(MAKE) --no-print-directory browser

lint: $(VENV)/test.stamp ## run linters and type checkers for Python and JavaScript
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/oxlint --quiet --deny-warnings rulebook/stage rulebook/boards rulebook/choosing rulebook/desk rulebook/learning rulebook/making rulebook/search rulebook/publish/static --ignore-pattern '**/codemirror.js' tests/rulebook/page tests/browser/page.js
	@$(BIN)/python docs/make_types.py
	@$(BIN)/python tests/typescript.py

rules: $(VENV)/compiled.stamp ## run tests without a browser: rules, texts, notebooks, command line, installation
	@$(BIN)/python -m tests.nginx
	@$(BIN)/pytest $(SHARED) -n $(WORKERS) --nbval --ignore tests/browser $(ARGS) tests notebooks

browser: chromium ## run tests in a headless Chromium against the real server
	@$(BIN)/pytest $(SHARED) -n $(READERS) $(ARGS) tests/browser || $(AGAIN) tests/browser; }

chromium: $(VENV)/test.stamp
	@$(BIN)/python tests/browser/chromium.py

soak: chromium ## run long tests: random games of all pairs and many larger sets, many reloads, fuzzing
	@WHOLE=1 $(BIN)/pytest -q -m 'soak or hypothesis' $(ARGS) tests
	@FUZZ=2000 $(BIN)/pytest -q -n $(WORKERS) --dist load tests/security/test_fuzz.py

chaos: $(VENV)/test.stamp ## attack a server, directly and behind nginx, while a reader plays on: minutes (ARGS=idle for one attack)
	@$(BIN)/python -m tests.nginx
	@CHAOS=8 $(BIN)/pytest -q -rP -m '' tests/security/test_attacks.py -k 'plays_on and ($(or $(ARGS),on))'

engine: $(VENV)/engine.stamp ## rebuild the WebAssembly engine from the rules (ARGS=--check only compares)
	@$(BIN)/python docs/make_engine.py $(ARGS)

site: $(VENV)/all.stamp ## build the book as a static site in site/
	@$(BIN)/rulebook build --out site $(ARGS)

docs: $(VENV)/test.stamp ## build the documentation in build/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "The documentation is in build/docs/index.html"

dist: ## build wheel, source archive and bill of materials in dist, with pinned and hashed tools only
	@PYTHON=$(PYTHON) .ci/build

image: $(VENV)/test.stamp ## build and test the server's image; without a container engine, its steps in clean environments
	@PYTHON=$(BIN)/python .ci/image

# The latest versions, for the Python of the image; tests/security/test_image.py compares them with pyproject.toml.
LOCK = $(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-annotate --custom-compile-command "make lock"
OF_IMAGE = --python-version 3.12 --python-platform linux

lock: $(VENV)/test.stamp ## update the lockfiles of the server's image and the release tools
	@$(PIP) uv
	@$(LOCK) $(OF_IMAGE) --extra all --output-file docker/requirements.lock pyproject.toml
	@$(LOCK) $(OF_IMAGE) --output-file docker/build.lock - < <($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
	@$(LOCK) --universal --python-version 3.11 --extra release --output-file .ci/build.lock pyproject.toml

audit: $(VENV)/test.stamp ## check the image's packages for known vulnerabilities
	@$(BIN)/pytest -q -rs tests/security/test_image.py

clean: ## remove everything these commands created
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with the module venv was found (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV)

# Editable, so that the checkout itself is served and tested.
$(VENV)/%.stamp: pyproject.toml | $(BIN)/python
	@echo "Installing hedgekit[$*], which takes half a minute the first time ..."
	@$(call INSTALL,--editable '.[$*]')
	@touch $@

# Workers that start together would each compile all tests: compile them once, while mypy uses the other core.
$(VENV)/compiled.stamp: $(VENV)/test.stamp
	@$(BIN)/pytest -q -p no:logging --nbval --collect-only tests notebooks > /dev/null || true  # the test run reports files that cannot be collected
	@touch $@
