// Command bench measures what the box costs, each thing beside something bare that
// is measured in the same run, since machines differ and are busy:
//
//	go run ./internal/bench [-short] [-only NAME]
//
// It builds guildsd and guildsctl, starts what it needs on loopback addresses and
// unix sockets in a temporary folder, and ends it again. It prints a table and
// writes bench.json in the working folder, a list of {name, value, unit, aim,
// holds} (decisions.md, "Starting the two programs"). A missed aim is a result and
// no failure: only what could not be measured makes the exit code 1.
//
// What is compared takes turns in short rounds. A value is the median over rounds,
// a ratio or a difference is taken within a round first, and a 99th percentile is
// that of all rounds together.
//
// Two of its subcommands are the processes of the comparison, in this program so
// that nothing else has to be built: upstream is a small MCP server, and relay is
// mcp-go's client and server back to back, the least that a daemon built on them
// can add.
package main
