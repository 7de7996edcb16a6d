# make serve   the course in a browser, for learners      make test   everything that proves it works
# make lab     the same notebooks in JupyterLab           make lint   style and types
# More: make help

PYTHON ?= python3
HOST   ?= 127.0.0.1
PORT   ?= 8866
LAB_PORT ?= 8888

VENV := .venv
BIN  := $(VENV)/bin
RUN  := $(BIN)/python
NPM  := tests/js/node_modules/.complete
PROXY := classroom/hub/node_modules/.complete

.DEFAULT_GOAL := help
.PHONY: help .venv serve load lab html notes sheet site wheels test tools nbval lint bench ladder notebooks clean

help: ## this list
	@sed -n 's/^\([a-z.]*\): .*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

# A new lock means a new environment, so that nothing of the old one stays behind.
$(VENV)/.packages: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=/path/to/newer/python3")'
	@echo "Building $(VENV) (once, about a minute) …"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(RUN) -m pip --disable-pip-version-check install --quiet --no-deps -r requirements.lock
	@touch $@

$(VENV)/.complete: $(VENV)/.packages pyproject.toml
	@$(RUN) -m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv: $(VENV)/.complete ## the environment alone

# CLASS=30 LESSON=2_extending_rows.ipynb  so many tables of that lesson wait ready     TOKEN=word  asked of visitors
# NAMES="sevens.school.example"           further names this server answers to
# BEHIND=10.0.0.5                         a web server on another machine that passes requests on
# BASE_URL=/sevens/                       the path below which a web server passes requests on
# BOARD=class.sqlite                     results that learners choose to send; none are kept without
serve: export SEVENS_TOKEN := $(or $(value TOKEN),$(value SEVENS_TOKEN))
serve: $(VENV)/.complete ## the course in a browser (HOST=127.0.0.1 PORT=8866)
	@$(RUN) -m classroom serve --host "$(HOST)" --port "$(PORT)" \
		$(if $(CLASS),--class-size "$(CLASS)") $(if $(LESSON),--lesson "$(LESSON)") $(if $(NAMES),--name "$(NAMES)") \
		$(if $(BEHIND),--behind "$(BEHIND)") \
		$(if $(BOARD),--board "$(BOARD)") $(if $(BASE_URL),--base-url "$(BASE_URL)")

load: $(VENV)/.complete ## a class of thirty opens a lesson: stock Voila against this course (minutes; WRITE=1)
	@$(RUN) -m benchmarks class $(if $(WRITE),--write)

lab: $(VENV)/.complete ## the notebooks in JupyterLab (LAB_PORT=8888)
	@$(RUN) -m classroom lab --host "$(HOST)" --port "$(LAB_PORT)"

html: $(VENV)/.complete ## every lesson as one file in dist/html, for a USB stick
	@$(RUN) -m classroom.export notebooks dist/html

site: $(VENV)/.complete ## the course with Python in the reader's browser, into dist/site (needs npm)
	@$(RUN) -m classroom.site notebooks dist/site

notes: $(VENV)/.complete ## the notes for teachers of every lesson, with all answers, in dist/notes.html
	@$(RUN) -m classroom.notes

sheet: $(VENV)/.complete ## the rules on one sheet of A4 in dist/sheet (RULES=fan-tan:5; else every rule set)
	@$(RUN) -m classroom.sheets $(if $(RULES),"$(RULES)")

# dist/wheels installs the course where there is no internet, on machines like this one: python3 install.py
wheels: $(VENV)/.complete ## everything to install from, into dist/wheels, to be carried to machines without internet
	@$(RUN) -m classroom.offline . dist/wheels

# A test of a page or a server may fail for what else this machine does. It is tried once more, and both are told;
# no more than three a run.
test: $(VENV)/.complete tools ## every test: engine, documents, notebooks, browser
	@$(RUN) -m pytest --nbval --numprocesses logical --maxprocesses 4 --dist loadfile \
		--max-suite-reruns 3 --rerun-show-tracebacks

# Two checkers of the page and the hub's proxy come from npm. Where they cannot be had, their tests say that they
# were skipped. The hub's packages stand beside the locked ones and change none of them.
tools: $(VENV)/.complete ## axe-core, TypeScript and JupyterHub, for some of the tests
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(NPM) $(PROXY) || true; fi
	@$(MAKE) --no-print-directory $(VENV)/.hub || true

$(VENV)/.hub: classroom/hub/requirements.txt $(VENV)/.packages
	@$(RUN) -m pip --disable-pip-version-check install --quiet --no-deps -r classroom/hub/requirements.txt
	@touch $@

$(PROXY): classroom/hub/package-lock.json
	@npm ci --silent --no-audit --no-fund --prefix classroom/hub
	@touch $@

$(NPM): tests/js/package-lock.json
	@npm ci --silent --no-audit --no-fund --prefix tests/js
	@touch $@

nbval: $(VENV)/.complete ## run every notebook and compare each output
	@$(RUN) -m pytest --nbval notebooks

lint: $(VENV)/.complete ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

ladder: $(VENV)/.complete ## how strong each player is (long; it can be stopped and goes on)
	@$(RUN) -m benchmarks ladder

bench: $(VENV)/.complete ## how fast the engine and the players are
	@$(RUN) -m benchmarks

notebooks: $(VENV)/.complete ## run every notebook again and tidy what is saved
	@$(RUN) -m classroom.notebooks notebooks

clean: ## remove what was built
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis test-artefacts tests/js/node_modules classroom/hub/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
