// Package drive is the connector of Google Drive, limited to one folder.
//
// The token of a login reaches all of an account's Drive, so the limit is kept here:
// every tool asks a reach for the files that it is given, and a file that does not lie
// in the folder or below it is not there for it, whichever way it was named. The names
// of the tools and of their arguments are those of Google's MCP server for Drive,
// https://developers.google.com/workspace/drive/api/reference/mcp; every call goes to
// the REST API.
package drive
