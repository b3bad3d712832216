package drive

import (
	"cmp"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/tsv"
)

// file is what Drive says of one file or folder.
type file struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	MIMEType    string      `json:"mimeType"`
	Size        json.Number `json:"size"` // a string of digits; none for a folder and for Google's own types
	Parents     []string    `json:"parents"`
	DriveID     string      `json:"driveId"` // the shared drive that it lies in; empty for none
	Trashed     bool        `json:"trashed"` // itself, or a folder above it
	OwnedBy     bool        `json:"ownedByMe"`
	Description string      `json:"description"`
	Extension   string      `json:"fileExtension"`
	Link        string      `json:"webViewLink"`
	Created     string      `json:"createdTime"`
	Modified    string      `json:"modifiedTime"`
	Viewed      string      `json:"viewedByMeTime"`
	SharedAt    string      `json:"sharedWithMeTime"`
	Owners      []struct {
		Name  string `json:"displayName"`
		Email string `json:"emailAddress"`
	} `json:"owners"`
	Capabilities struct {
		AddChildren *bool `json:"canAddChildren"`
	} `json:"capabilities"`
	Shortcut struct {
		Target string `json:"targetId"`
	} `json:"shortcutDetails"`
}

// fileFields is what is asked of a file: without it Drive says little more than its
// name.
const fileFields = "id,name,mimeType,size,parents,driveId,trashed,ownedByMe,description,fileExtension,webViewLink," +
	"createdTime,modifiedTime,viewedByMeTime,sharedWithMeTime,owners(displayName,emailAddress)," +
	"capabilities(canAddChildren),shortcutDetails(targetId)"

const shortcutType = "application/vnd.google-apps.shortcut"

// owner is the address of a file's owner, or else the name. Files of shared drives
// have none.
func (f file) owner() string {
	if len(f.Owners) == 0 {
		return ""
	}
	return cmp.Or(f.Owners[0].Email, f.Owners[0].Name)
}

// columns are those of a list, under the names of Google's MCP server.
var columns = []tsv.Column[file]{
	{Head: "id", Cell: func(f file) any { return f.ID }},
	{Head: "title", Cell: func(f file) any { return f.Name }},
	{Head: "mimeType", Cell: func(f file) any { return f.MIMEType }},
	{Head: "fileSize", Cell: func(f file) any { return f.Size }},
	{Head: "modifiedTime", Cell: func(f file) any { return tsv.When(f.Modified) }},
	{Head: "owner", Cell: func(f file) any { return f.owner() }},
	{Head: "parentId", Cell: func(f file) any { return f.Parents }},
}

// describe writes what is known of a file, under the names of Google's MCP server.
func (f file) describe() string {
	return tsv.Fields(append(f.brief(),
		tsv.Field{Name: "description", Value: f.Description, Max: 1000},
		tsv.Field{Name: "fileExtension", Value: f.Extension},
		tsv.Field{Name: "parentId", Value: f.Parents},
		tsv.Field{Name: "owner", Value: f.owner()},
		tsv.Field{Name: "createdTime", Value: tsv.When(f.Created)},
		tsv.Field{Name: "viewedByMeTime", Value: tsv.When(f.Viewed)},
		tsv.Field{Name: "sharedWithMeTime", Value: tsv.When(f.SharedAt)},
		tsv.Field{Name: "canAddChildren", Value: f.Capabilities.AddChildren},
		tsv.Field{Name: "viewUrl", Value: f.Link, Max: 1000},
	)...)
}

// brief is what is said of a file beside its content.
func (f file) brief() []tsv.Field {
	return []tsv.Field{
		{Name: "id", Value: f.ID},
		{Name: "title", Value: f.Name},
		{Name: "mimeType", Value: f.MIMEType},
		{Name: "fileSize", Value: f.Size},
		{Name: "modifiedTime", Value: tsv.When(f.Modified)},
	}
}
