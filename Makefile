# Drawbridge: the commands of the README. The build itself is CMake's (CMakeLists.txt).
PREFIX ?= /usr/local
.DEFAULT_GOAL := help
.PHONY: help build demo docs examples generate test test-long bench bench-solver install package clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 16
	@echo "DEPS=skip never installs system packages; PREFIX=$(PREFIX) is where install puts things"

build: ## build the library, the command, the Fortran module and the examples into build/
	@scripts/build.sh

demo: ## run the example solver with and without the bridge, compare, draw a picture
	@scripts/build.sh --target go legacy_solver && scripts/demo.sh

examples: build ## run the example programs of the stencils and draw their pictures into build/examples/
	@scripts/examples.sh

docs: ## build the documentation site into build/site, every link checked (needs PyPI once)
	@scripts/docs.sh

generate: ## write the lists of kernels and operators, the C header, the Fortran blocks, Python's types and the list of messages
	@go run ./tools/generate

test: build ## run the tests (about 30 minutes); the last line counts them
	@scripts/test.sh

test-long: build ## run every test, the slow ones too: fuzzers, soak, sanitizers, stopped ranks (hours)
	@scripts/test.sh --long

bench: build ## measure the kernels and the bridge against plain Fortran and C
	@scripts/bench.sh

bench-solver: build ## speed-up of the example solver's port over species and orders, with Amdahl's bound
	@scripts/bench.sh solver

install: build ## install library, module source, command, CMake package and pkg-config file
	@cmake --install build --prefix "$(PREFIX)" >/dev/null && echo "installed into $(PREFIX)"

package: ## make a Debian package and a Python wheel in build/packages/
	@scripts/package.sh

clean: ## remove build/
	@rm -rf build
