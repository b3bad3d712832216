// Package tool holds what every tool has in common whoever offers it, a native
// tool, a connector or a remote MCP server: its result, the path that a result
// takes to the model, and what no argument may hold.
package tool
