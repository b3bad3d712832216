// Package remote holds the connectors that are nothing but a remote MCP server:
// no code of ours stands between its tools and the model.
//
// One file declares one server. None has a published copy of its tools, because
// each server names its tools itself and lists them to a login.
package remote
