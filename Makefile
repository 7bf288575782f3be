# tilecut: cuts images into tile pyramids. `make help` lists the targets.

MANIFESTS ?= manifests/samples.yaml
OUT       ?=
PREFIX    ?= /usr/local
BENCH     ?= build/bench-images

.DEFAULT_GOAL := help
.PHONY: help tiles build bootstrap test soak check lint format bench bench-images install clean

# SwiftPM prints a warning for flags in some libraries' own pkg-config files.
PKGCONFIG := $(CURDIR)/.build/pkg-config
SWIFT     := PKG_CONFIG_PATH="$(PKGCONFIG)$${PKG_CONFIG_PATH:+:$$PKG_CONFIG_PATH}" swift
# Tests run as optimised as what people run; they take a fraction of the time so.
RELEASE   := -c release
# Of its own, so that going from one to the other rebuilds nothing. SwiftPM checks first that the
# targets import nothing that Package.swift does not declare.
STRICT    := --scratch-path .build/check -Xswiftc -warnings-as-errors -Xcc -Werror \
             --explicit-target-dependency-import-check error
STATIC    := --scratch-path .build/install --static-swift-stdlib

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  MANIFESTS=...  manifests that \`make tiles\` cuts (default: $(MANIFESTS))"
	@echo "  OUT=...        output folder, instead of the manifests' own"
	@echo "  PREFIX=...     where \`make install\` puts bin/tilecut (default: $(PREFIX))"

tiles: build ## cut the manifests' images; installs what is missing and builds first
	.build/release/tilecut build $(if $(OUT),--output "$(OUT)") $(MANIFESTS)

build: bootstrap ## build .build/release/tilecut
	$(SWIFT) build $(RELEASE) --product tilecut

bootstrap: ## install the system libraries that are missing
	@scripts/bootstrap
	@scripts/pkg-config-files $(PKGCONFIG)

test: bootstrap ## build and run all tests
	$(SWIFT) test $(RELEASE)

soak: bootstrap ## the tests of faults, kills and full disks at length; takes about an hour
	TILECUT_SOAK=1 $(SWIFT) test $(RELEASE) --filter 'Fault|Kill|SharedOutput|Environment'

check: bootstrap lint ## what CI runs: lint, a build without warnings, all tests
	$(SWIFT) test $(RELEASE) $(STRICT)

lint: bootstrap ## check format, module arrows and what must not stand in the sources
	scripts/lint
	@$(SWIFT) build -q $(RELEASE) $(STRICT) --target Raster

format: ## format the Swift sources
	swift format --in-place --recursive Package.swift Sources Tests

bench-images: bootstrap ## build mosaics of real photographs in $(BENCH), for benchmarks
	scripts/bench-images "$(BENCH)"

bench: build ## measure against vips dzsave and write scripts/bench/RESULTS.md (a quarter of an hour)
	$(SWIFT) build $(RELEASE) --product tilebench
	scripts/bench-images --all "$(BENCH)"
	scripts/bench/run "$(BENCH)"

install: bootstrap ## install a binary that needs no Swift toolchain
	$(SWIFT) build $(RELEASE) $(STATIC) --product tilecut
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/install/release/tilecut "$(DESTDIR)$(PREFIX)/bin/tilecut"

clean: ## remove what was built and cut here
	rm -rf .build build
