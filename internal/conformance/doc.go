// Command conformance runs the client scenarios of the official MCP conformance
// suite (npm @modelcontextprotocol/conformance) against guildsd, through its own
// API: a login is connected, its tools are listed, and each of them is called.
//
//	go run ./internal/conformance [-only SCENARIO]
//
// It builds guildsd, starts it on its embedded database in a temporary folder, and
// ends it again. It prints a table and writes conformance.json in the working
// folder, a list of {scenario, result, reason}. A scenario that does not pass makes
// the exit code 1. scripts/conformance brings the suite and starts it.
//
// The suite starts a server for each scenario and expects a client as a command: its
// subcommand drive is that command. It does what an operator would do with
// guildsctl and a browser, and nothing of what a client has to do.
package main
