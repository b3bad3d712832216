package drive

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// api is the REST API, and uploads where it takes files.
const (
	api     = "https://www.googleapis.com/drive/v3"
	uploads = "https://www.googleapis.com/upload/drive/v3"
)

// tools are those of Google's MCP server.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		reads(a, searchFiles, "search_files", "Finds files in the folder by title, content, type, time or owner.", searchSchema),
		reads(a, listRecentFiles, "list_recent_files", "Lists the files in the folder that were used last.", recentSchema),
		reads(a, readFileContent, "read_file_content", "Reads the text of a file: a Google Doc, Sheet or Slides, or a text file. Any other has to be downloaded.", readSchema),
		writes(a, downloadFileContent, "download_file_content", "Downloads a file into the workspace and returns its path. Files of Google's own types are exported.", downloadSchema),
		reads(a, getFileMetadata, "get_file_metadata", "Describes a file or folder.", metadataSchema),
		reads(a, getFilePermissions, "get_file_permissions", "Lists who may do what with a file or folder.", permissionsSchema),
		writes(a, createFile, "create_file", "Creates a file from the workspace or from a short text, or a folder.", createSchema),
		writes(a, copyFile, "copy_file", "Copies a file into a folder.", copySchema),
	}
}

// ask is what a tool asks Drive for an account.
type ask[A any] func(context.Context, connector.Account, A) (string, error)

func reads[A any](a connector.Account, ask ask[A], name, doc, schema string) tool.Tool {
	return declare(a, ask, tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true})
}

func writes[A any](a connector.Account, ask ask[A], name, doc, schema string) tool.Tool {
	return declare(a, ask, tool.Spec{Name: name, Doc: doc, Schema: schema})
}

func declare[A any](a connector.Account, ask ask[A], spec tool.Spec) tool.Tool {
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}

const fileProperty = `"fileId":{"type":"string","minLength":1,"maxLength":200,"description":"id of the file, as search_files shows it"}`
