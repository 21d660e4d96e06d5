# The face of the build. The work is done by Meson and Ninja; every target here says which build directory it
# uses, and may be run in any order. `make help` lists them.

RUN           ?= build/src/cli/critter run         # what `make run` starts: the best there is
FUZZ_SECONDS  ?= 60                              # for each fuzz target
FUZZ          ?=                                 # only these targets: make fuzz FUZZ="fuzz_json fuzz_png"
WERROR        ?= false                           # true: warnings are errors, as in CI
DESTDIR       ?=
PREFIX        ?= /usr/local
LIBDIR        ?= lib                             # below PREFIX; a distribution may want lib/x86_64-linux-gnu
SUITE         ?=                                 # only this suite: make test SUITE=base
BASE          ?=                                 # make lint BASE=main: clang-tidy only what changed since
MUTANTS       ?= all --count 20                  # what `make mutants` plants, and where: tools/mutants --help
FUZZ_CC       ?= clang
export DEPS_ASSUME

# Make keeps the blanks before a comment; nothing below wants them.
RUN := $(strip $(RUN))
WERROR := $(strip $(WERROR))
override PREFIX := $(abspath $(PREFIX))
LIBDIR := $(strip $(LIBDIR))

ninja = ninja $(if $(VERBOSE),-v) $(if $(JOBS),-j $(JOBS)) -C
common = -Dwerror=$(WERROR)
suite = $(foreach s,$(SUITE),--suite $(s))

.PHONY: help run test soak build debug release check-san check-tsan fuzz coverage bench lint format pages floors unused mutants reach \
        install uninstall deps clean ci

help: ## what can be made (this list)
	@echo "Critter: companion robots, brought to life. On a fresh Debian: make run, make test."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | awk -F '	' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo
	@echo "  VERBOSE=1 shows commands, JOBS=n limits the load, WERROR=true is as strict as CI, SUITE=name tests one suite,"
	@echo "  FUZZ_SECONDS=n, FUZZ_SEED=n and FUZZ=target steer make fuzz, DEPS_ASSUME=yes leaves packages alone."

run: ## installs what is missing, builds, and starts the best there is
	@tools/deps build run
	@tools/configure --keep build $(common) -Dtests=false
	@$(ninja) build src/cli/critter
	@$(RUN)

test: ## installs what is missing, builds, and runs every test
	@tools/deps build run test
	@tools/configure build $(common) -Dtests=true
	@$(ninja) build
	@tools/check build -t 3 $(suite)

soak: debug ## the long proofs: as many lives, places and ways as the short ones stand for
	CRITTER_LIVES=all CRITTER_PLACES=50 CRITTER_POSES=100 CRITTER_SIDES=40 CRITTER_SEEDS=50 CRITTER_KILLS=200 CRITTER_VOICES=all \
		meson test -C build --no-rebuild --timeout-multiplier 0 --print-errorlogs \
		run_beliefs run_recording act_home act_going act_cubes run_off_the_table cli_sweep cli_sdk_killed own_shapes run_voices
	CRITTER_KILLS=1000 CRITTER_HOURS=24 CRITTER_DAYS=5 meson test -C build --no-rebuild --timeout-multiplier 0 --print-errorlogs \
		cli_personality cli_pleo_examples
	@tools/configure build-tsan $(common) -Dtests=true -Db_sanitize=thread -Db_lundef=false
	@$(ninja) build-tsan tests/world/test_pictures tests/cozmo/test_cozmo_threads
	meson test -C build-tsan --no-rebuild --timeout-multiplier 0 --print-errorlogs pictures cozmo_threads
	@nice tools/soak build

build: debug ## the same as debug

debug: ## library, program and tests in build/
	@tools/deps build test
	@tools/configure build $(common) -Dtests=true
	@$(ninja) build

release: ## optimised as a whole (LTO), without tests, in build-release/
	@tools/deps build
	@tools/configure build-release $(common) --prefix=$(PREFIX) --libdir=$(LIBDIR) -Dtests=false -Dbuildtype=release -Db_lto=true
	@$(ninja) build-release

check-san: ## the whole suite under AddressSanitizer and UBSan, in build-san/
	@tools/deps build run test
	@tools/configure build-san $(common) -Dtests=true -Db_sanitize=address,undefined -Db_lundef=false
	@$(ninja) build-san
	@CHECK_JOBS=$$(nproc) tools/check build-san -t 5 $(suite)

check-tsan: ## the whole suite under ThreadSanitizer, in build-tsan/
	@tools/deps build run test
	@tools/configure build-tsan $(common) -Dtests=true -Db_sanitize=thread -Db_lundef=false
	@$(ninja) build-tsan
	@CHECK_JOBS=$$(nproc) tools/check build-tsan -t 10 $(suite)

fuzz: ## every fuzz target for FUZZ_SECONDS with its corpus, in build-fuzz/
	@tools/deps build fuzz
	@CC="$(FUZZ_CC)" tools/configure build-fuzz $(common) -Dtests=false -Dfuzzers=true -Db_lundef=false
	@$(ninja) build-fuzz fuzz-all
	@FUZZ_SECONDS=$(strip $(FUZZ_SECONDS)) tools/fuzz build-fuzz $(FUZZ)

coverage: ## how much of each room the tests reach, in build-coverage/
	@tools/deps build run test
	@tools/configure build-coverage $(common) -Dtests=true -Db_coverage=true -Doptimization=0
	@$(ninja) build-coverage
	@find build-coverage -name '*.gcda' -delete
	@CHECK_JOBS=$$(nproc) tools/check build-coverage -t 3 $(suite); status=$$?; tools/coverage build-coverage && exit $$status

bench: ## ratios and instruction counts of every benchmark, in build-release/
	@tools/deps build bench
	@tools/configure build-release $(common) --prefix=$(PREFIX) --libdir=$(LIBDIR) -Dtests=false -Dbuildtype=release -Db_lto=true
	@$(ninja) build-release bench-all
	@tools/bench build-release $(BENCH)

lint: ## format, clang-tidy, cppcheck, floors
	@tools/deps build test lint
	@tools/configure build $(common) -Dtests=true
	@$(ninja) build
	@tools/lint build $(BASE)

format: ## clang-format every source file in place
	@tools/deps lint
	@tools/lint --format

floors: ## which room uses which, against tools/floors.tsv
	@tools/deps build
	@tools/configure --keep build $(common) -Dtests=false
	@$(ninja) build tools/floors
	@build/tools/floors tools/floors.tsv src include

unused: ## functions that neither the program nor a public header reaches, against tools/unused.tsv
	@tools/deps build
	@tools/configure --keep build $(common) -Dtests=false
	@$(ninja) build
	@tools/unused build

mutants: ## plants small faults and tells which no test saw: MUTANTS="stage --count 50", in build-mutants/
	@tools/deps build run test
	@tools/mutants $(if $(JOBS),--jobs $(JOBS)) $(MUTANTS)

reach: ## which tests run which lines, in build-coverage/: make mutants picks its tests by it
	@tools/deps build run test
	@tools/configure build-coverage $(common) -Dtests=true -Db_coverage=true -Doptimization=0
	@$(ninja) build-coverage
	@tools/reach build-coverage $(if $(JOBS),--jobs $(JOBS))

pages: ## writes the generated parts of README and docs again
	@tools/deps build
	@tools/configure --keep build $(common) -Dtests=false
	@$(ninja) build tools/floors tools/features tools/reference
	@tools/pages build/tools

install: release ## the release build into PREFIX, below DESTDIR
	@DESTDIR="$(DESTDIR)" meson install -C build-release --no-rebuild --quiet
	@echo "installed into $(DESTDIR)$(PREFIX): bin/critter, $(LIBDIR)/libcritter.so, include/critter, share/doc/critter"
	@echo "a program of yours: cc robot.c -o robot \$$(PKG_CONFIG_PATH=$(PREFIX)/$(LIBDIR)/pkgconfig pkg-config --cflags --libs critter)"

uninstall: ## takes back the last install of build-release/
	@ninja -C build-release uninstall

deps: ## only installs what is missing (all groups)
	@tools/deps build run test lint fuzz bench mpi

ci: ## what .ci/run does
	@.ci/run

clean: ## removes every build directory
	@rm -rf build build-release build-san build-tsan build-fuzz build-coverage build-mutants
