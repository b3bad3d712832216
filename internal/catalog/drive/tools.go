package drive

import (
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
		connector.Reading(a, "search_files", "Finds files in the folder by title, content, type, time or owner.", searchSchema, searchFiles),
		connector.Reading(a, "list_recent_files", "Lists the files in the folder that were used last.", recentSchema, listRecentFiles),
		connector.Reading(a, "read_file_content", "Reads the text of a file: a Google Doc, Sheet or Slides, or a text file. Any other has to be downloaded.", readSchema, readFileContent),
		connector.Writing(a, "download_file_content", "Downloads a file into the workspace and returns its path. Files of Google's own types are exported.", downloadSchema, downloadFileContent),
		connector.Reading(a, "get_file_metadata", "Describes a file or folder.", metadataSchema, getFileMetadata),
		connector.Reading(a, "get_file_permissions", "Lists who may do what with a file or folder.", permissionsSchema, getFilePermissions),
		connector.Writing(a, "create_file", "Creates a file from the workspace or from a short text, or a folder.", createSchema, createFile),
		connector.Writing(a, "copy_file", "Copies a file into a folder.", copySchema, copyFile),
	}
}

const fileProperty = `"fileId":{"type":"string","minLength":1,"maxLength":200,"description":"id of the file, as search_files shows it"}`
