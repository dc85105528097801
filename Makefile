# Cubilete: everything a person types. `make` alone says what there is.

PYTHON ?= python3
BIN := .venv/bin
RUN := .venv/.ready-to-run
DEV := .venv/.ready-to-work

# Tests start Python many hundred times: what it compiled is kept, whatever the machine prefers.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-fast check bench bench-eye pictures rooms setup-browser clean

help:  ## say what there is
	@echo "Cubilete: a table companion for dice games."
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1   \2/p' $(MAKEFILE_LIST)

play: $(RUN)  ## set up what is missing, then play on the virtual tray (ARGS="--port 8090" adds to the command)
	@exec $(BIN)/cubilete run --camera sim --panel sim --open $(ARGS)

test: $(DEV)  ## set up what is missing, then run every test
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --cov=companion.games --cov=companion.table --cov-branch \
	  --cov-report=term:skip-covered --cov-fail-under=100

test-fast: $(DEV)  ## the tests that take a minute: no browser, no nets, no box started or killed
	@$(BIN)/python -m pytest -n auto -m "not browser and not slow"

check: $(DEV)  ## style, types, layers, dead code, docs and house rules
	@echo "ruff: style";            $(BIN)/ruff check . && $(BIN)/ruff format --check .
	@echo "mypy: types";            $(BIN)/mypy
	@echo "import-linter: layers";  $(BIN)/lint-imports
	@echo "vulture: dead code";     $(BIN)/vulture
	@echo "docs and house rules";   $(BIN)/python tools/check_house.py

bench: $(DEV)  ## measure accuracy, latency, CPU and memory; writes docs/benchmarks.md
	@$(BIN)/python -m tests.bench $(ARGS)

bench-eye: $(DEV)  ## measure the eye alone (ARGS="--footage DIR --photos DIR --video DIR --to PAGE": on other pictures)
	@$(BIN)/python -m tests.bench eye films photos sureness taught unknown reading $(ARGS)

pictures: $(DEV)  ## take the pictures in docs/pictures anew (needs Chromium)
	@$(BIN)/python -m pytest tests/whole tests/games -m pictures --pictures

rooms: $(RUN)  ## draw docs/rooms.svg anew from the imports
	@$(BIN)/python tools/draw_rooms.py

setup-browser:  ## install Debian's Chromium for the page's tests (as root)
	@tools/setup browser

clean:  ## remove what was made here (never your matches: they lie in the data folder)
	rm -rf .venv build *.egg-info .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache out
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml tools/setup
	@PYTHON="$(PYTHON)" tools/setup run

$(DEV): pyproject.toml tools/setup
	@PYTHON="$(PYTHON)" tools/setup work
