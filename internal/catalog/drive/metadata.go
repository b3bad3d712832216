package drive

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/tsv"
)

const metadataSchema = `{"type":"object","properties":{` + fileProperty + `,
	"excludeContentSnippets":{"type":"boolean","description":"makes no difference: there are no snippets of contents"}
	},"required":["fileId"],"additionalProperties":false}`

type metadataArgs struct {
	FileID  string `json:"fileId"`
	Exclude bool   `json:"excludeContentSnippets"`
}

func getFileMetadata(ctx context.Context, a connector.Account, args metadataArgs) (string, error) {
	f, err := newReach(a).file(ctx, args.FileID)
	if err != nil {
		return "", err
	}
	return f.describe(), nil
}

const permissionsSchema = `{"type":"object","properties":{` + fileProperty + `},"required":["fileId"],"additionalProperties":false}`

type permissionsArgs struct {
	FileID string `json:"fileId"`
}

// permission is what somebody may do with a file.
type permission struct {
	Role  string `json:"role"`
	Type  string `json:"type"`
	Email string `json:"emailAddress"`
	Name  string `json:"displayName"`
	View  string `json:"view"`
}

var permissionColumns = []tsv.Column[permission]{
	{Head: "role", Cell: func(p permission) any { return p.Role }},
	{Head: "type", Cell: func(p permission) any { return p.Type }},
	{Head: "emailAddress", Cell: func(p permission) any { return p.Email }},
	{Head: "displayName", Cell: func(p permission) any { return p.Name }},
	{Head: "view", Cell: func(p permission) any { return p.View }},
}

// permissionPages is how many pages of 100 are read.
const permissionPages = 5

func getFilePermissions(ctx context.Context, a connector.Account, args permissionsArgs) (string, error) {
	f, err := newReach(a).file(ctx, args.FileID)
	if err != nil {
		return "", err
	}
	query := url.Values{
		"fields": {"nextPageToken,permissions(role,type,emailAddress,displayName,view)"}, "pageSize": {"100"}, "supportsAllDrives": {"true"},
	}
	var all []permission
	more, err := rest.Pages(permissionPages, func(cursor string) (string, error) {
		if cursor != "" {
			query.Set("pageToken", cursor)
		}
		var page struct {
			Permissions []permission `json:"permissions"`
			Next        string       `json:"nextPageToken"`
		}
		err := google.API.Get(ctx, a, rest.At("/files/{id}/permissions", f.ID), query, &page)
		all = append(all, page.Permissions...)
		return page.Next, err
	})
	if err != nil {
		return "", err
	}
	show := tsv.Show{All: true, Empty: "Google shows this account no permissions of the file"}
	if more {
		show.More = "more are not shown"
	}
	return tsv.Write(permissionColumns, all, show), nil
}
