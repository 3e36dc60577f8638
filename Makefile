# `make demo` and `make test` set up everything they need in .venv; nothing has to be activated.
PYTHON ?= $$(scripts/python)
VENV := .venv
READY := $(VENV)/.ready
# In a shell of `su` the last two are missing, where dpkg and useradd lie.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH):/usr/sbin:/sbin
export OMP_NUM_THREADS = 1
# Commands are compiled once, not in each of the processes that a test starts.
unexport PYTHONDONTWRITEBYTECODE

# Two at a time, also on one core, and three where there is memory for them: many tests wait.
SPREAD := --numprocesses $(shell awk '/MemTotal/ {print ($$2 > 10000000) + 2}' /proc/meminfo) --no-loadscope-reorder
LINT := $(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check . && $(VENV)/bin/mypy

.PHONY: help setup demo test test-all test-hub test-addons lint bench docs pictures release clean

help:
	@echo "make demo     grade a simulated class through nbgrader, in .demo/"
	@echo "make test     every claim once; about a quarter of an hour on two cores"
	@echo "make test-all every test in every place, every command a new process"
	@echo "make test-hub a week on a JupyterHub, as root; installs the hub and its proxy in .venv"
	@echo "make test-addons a course with e2xgrader's and one with ngshare's own packages, in .venv/addons"
	@echo "make lint     ruff and mypy"
	@echo "make bench    how fast a class is graded, into BENCHMARKS.md (BENCH=--quick or --full)"
	@echo "make docs     the site of the documentation, into build/site/, without the network"
	@echo "make pictures takes the pictures of README.md and the gallery again, with Chromium"
	@echo "make release  builds sdist and wheel, checks them, and grades with the wheel in an empty environment"
	@echo "make clean    remove .venv and .demo"

setup: $(READY)

$(READY): pyproject.toml constraints.txt scripts/system-packages
	scripts/system-packages
	@echo "== setting up $(VENV), once: torch is the largest part and takes minutes"
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --constraint constraints.txt torch
	@echo "== torch is there; now nbgrader and the rest"
	$(VENV)/bin/pip install --quiet --constraint constraints.txt --editable '.[test]'
	touch $@

demo: $(READY)
	scripts/demo

# mypy alone takes one core for half a minute: it runs beside the tests.
test: $(READY)
	scripts/system-packages test
	{ $(LINT); } & $(VENV)/bin/python -m pytest $(SPREAD) -m "not slow" && wait $$!

test-all: $(READY) lint
	scripts/system-packages test
	AUTOGRADER_TESTS_AFRESH=1 $(VENV)/bin/python -m pytest $(SPREAD)

test-hub: $(READY)
	$(VENV)/bin/pip install --quiet --constraint constraints.txt --constraint constraints-hub.txt --editable '.[hub]'
	npm install --silent --prefix $(VENV)/hub configurable-http-proxy@5.1.0
	$(VENV)/bin/python -m pytest tests/browser/test_hub.py

test-addons: $(READY)
	$(VENV)/bin/pip install --quiet --constraint constraints.txt --constraint constraints-hub.txt --editable '.[hub]'
	$(VENV)/bin/pip install --quiet --no-deps --upgrade --target $(VENV)/addons --requirement constraints-addons.txt
	$(VENV)/bin/pip install --quiet --no-deps --upgrade --target $(VENV)/addons/service ngshare==0.6.0 sqlalchemy==1.4.54 alembic==1.12.1
	$(VENV)/bin/python -m pytest tests/desk/test_addons.py

lint: $(READY)
	$(LINT)

bench: $(READY)
	$(VENV)/bin/python -m benchmarks $(BENCH)

docs: $(READY)
	rm -rf build/site
	$(VENV)/bin/python -m sphinx -q -W --keep-going -c docs . build/site
	cp -R docs/pictures build/site/docs
	scripts/gallery build/site/docs/gallery

pictures: $(READY)
	scripts/gallery build/gallery
	$(VENV)/bin/python scripts/photographs build/gallery docs/pictures

release: $(READY)
	scripts/release

clean:
	rm -rf $(VENV) .demo build dist
