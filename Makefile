# make help lists the targets.
.DEFAULT_GOAL := help

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
LDFLAGS := -s -w -X github.com/guildsbox/guilds/pkg/api.version=$(VERSION)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: up
up: ## install what is missing, build, and run a box with a sample in it
	@scripts/deps
	@$(MAKE) --no-print-directory build
	@scripts/up

.PHONY: down
down: ## stop what make up started
	@scripts/down

# The version is the only thing of git's that goes into the programs: -buildvcs would
# fail where the checkout belongs to another user.
.PHONY: build
build: ## build bin/guildsd and bin/guildsctl
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '$(LDFLAGS)' -o bin/ ./cmd/guildsd ./cmd/guildsctl

.PHONY: test
test: ## bring what the tests need and run them all
	@scripts/deps test
	@scripts/test

.PHONY: test-live
test-live: ## run the connectors' cases against the real services whose keys are set
	@scripts/test-live

.PHONY: lint
lint: ## check format, vet, staticcheck and the import rules
	@scripts/lint

.PHONY: bench
bench: ## measure against a bare client and a bare relay; writes bench.json
	@scripts/deps
	go run ./internal/bench

.PHONY: conformance
conformance: ## run the MCP conformance suite against guildsd; writes conformance.json
	@scripts/conformance

.PHONY: completions
completions: ## write the completion scripts anew
	go run ./internal/cli/gen -completions completions

.PHONY: man
man: ## write the manual pages to .cache/man
	@rm -rf .cache/man
	go run ./internal/cli/gen -man .cache/man
	gzip -9n .cache/man/*.1

.PHONY: clean
clean: ## remove what was built and downloaded; the box's data stays
	rm -rf bin dist .cache bench.json conformance.json
