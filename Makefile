# Three commands matter: `make play` opens a board, `make run` talks to the engine, `make test` proves. The rest is for those
# who work on the engine.

GAME   ?= ra
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE      # with it every worker of the tests and every program they start compiles all modules anew
CORE   := $(shell find engine bots -name '*.pyx' -o -name '*.pxd')
BEGIN  := $(shell date +%s)
AFTER   = after $$(($$(date +%s) - $(BEGIN))) s

.PHONY: play run quick check test coverage lint sanitize soak bench profile annotate clean

play: build/core $(VENV)/with-play
	@$(BIN)/egypt-play

run: build/core
	@$(BIN)/egypt-engine --game $(GAME)

# After a change of one game: its tests, the core's, those of the contract with as few players as can be, golden texts, mutants.
quick: build/built
	EGYPT_TEST_GAME=$(GAME) $(BIN)/python -m pytest -n auto tests/games/$(GAME) tests/core tests/contract tests/golden tests/mutants

# Everything that starts no process.
check: build/built
	$(BIN)/python -m pytest -n auto -m "not program and not browser"

# On all cores; the slowest are named, so that it stays short.
test: build/built
	$(BIN)/python -m pytest -n auto --durations=25

# Of the Python parts; compiled code is the sanitizers' and the models' business.
coverage: build/built
	rm -f .coverage*
	$(BIN)/python -m coverage run -m pytest tests/core tests/protocol tests/bots tests/toy tests/contract/test_text.py
	$(BIN)/python -m coverage combine -q
	$(BIN)/python -m coverage report

# The modules that have a stub: egypt.core.game for engine/core/game.pyi.
STUBS = $(shell find engine bots -name '*.pyi' | sed 's|^engine/|egypt/|; s|^bots/|egypt/bots/|; s|\.pyi$$||' | tr / . | sort)

lint: build/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check -q .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint engine bots tests    # it calls its own pycodestyle by name
	$(BIN)/mypy
	@$(BIN)/python -m tests.programs tsc -p protocol/web     # the types of the page's modules
	MYPYPATH=build/links $(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml --ignore-missing-stub \
	    --ignore-disjoint-base $(STUBS)

# The address and undefined-behaviour sanitizers, on a build of their own under build/sanitize.
sanitize: $(VENV)/with-all
	tests/sanitize.sh

# The long forms of the tests, in new random games: SEED=7 repeats a run, MINUTES=5 makes it short.
soak: build/built
	SEED=$(SEED) MINUTES=$(MINUTES) tests/soak.sh

bench: build/built
	@for players in 2 3 4 5; do $(BIN)/python -m bench playouts --game $(GAME) --players $$players --json; done
	@$(BIN)/python -m bench search --game $(GAME) --json

# Where the time of the search goes, by function and by line; the first run builds the core once more, for tracing.
profile: build/built
	@$(BIN)/python -m bench profile --game $(GAME)

# One HTML page per module under build/cython-annotate; a hot loop stays white there.
annotate: $(VENV)/ready
	EGYPT_BUILD=annotate $(BIN)/python setup.py -q build_ext --build-lib build/annotate

# What running needs. Debian splits ensurepip off into python3-venv; without it, pip comes from outside the environment.
$(VENV)/ready: pyproject.toml
	@$(PYTHON) setup.py check-machine
	@echo "making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --without-pip $(VENV)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 \
	    || $(PYTHON) -m pip --python $(BIN)/python install -q pip \
	    || { echo "this python3 has neither ensurepip nor pip: install python3-venv or python3-pip"; exit 1; }
	@echo "installing setuptools and Cython …"
	@$(BIN)/python -m pip install -q "setuptools>=77" "Cython>=3.1,<4"
	@EGYPT_CORE=0 $(BIN)/python -m pip install -q -e . --no-build-isolation
	@touch $@
	@echo "installed $(AFTER)"

# What the board in the browser needs, and what tests, linters and measurements need.
$(VENV)/with-play: EXTRAS := play
$(VENV)/with-all: EXTRAS := test,lint,profile,arena,cluster,play,rl,openspiel
$(VENV)/with-play $(VENV)/with-all: $(VENV)/ready
	@echo "installing what pyproject.toml lists for $(EXTRAS) …"
	@EGYPT_CORE=0 $(BIN)/python -m pip install -q -e '.[$(EXTRAS)]' --no-build-isolation
	@touch $@
	@echo "installed $(AFTER)"

build/core: $(VENV)/ready $(CORE) setup.py
	@echo "building the core …"
	@mkdir -p build
	@$(BIN)/python setup.py -q build_ext --inplace 2> build/log || { cat build/log; exit 1; }
	@touch $@
	@echo "built $(AFTER)"

# All that work on the engine needs.
build/built: build/core $(VENV)/with-all
	@touch $@

clean:
	rm -rf build $(VENV) *.egg-info
	find engine bots tests -name '*.so' -delete
