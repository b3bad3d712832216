package connector

import (
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Server is a row of the catalog as the box keeps it: a connector's address
// with the copy that an admin may have edited.
type Server struct {
	ID           guild.ID
	Slug         string
	Name         string
	Transport    string
	URL          string
	Auth         Auth
	Header       Header
	AllowPrivate bool
	Description  string
	Limitations  string
	SetupHint    string
	Published    bool
	CopySource   CopySource
	Seeded       bool // whether the product brings the row
	UpdatedAt    time.Time
	OwnClient    bool // whether an admin registered an OAuth client for it
	Tools        []ToolCopy
}

// CopySource says whose words a row holds.
type CopySource string

// The sources. What an admin wrote survives a reseed.
const (
	FromSeed  CopySource = "seed"
	FromAdmin CopySource = "admin"
)

// ToolCopy is the published copy of one tool as the box keeps it.
type ToolCopy struct {
	Name        string
	Description string
	Published   bool
	CopySource  CopySource
}

// Changed refuses an edit of a row that is no longer as it was read: two admins may
// edit it at once, and what the first wrote must not be lost unseen.
func (s Server) Changed() error {
	return guild.Errorf(guild.CodeConflict, "somebody else changed the connector %s after it was read for this edit, so nothing was written", s.Slug).
		WithHint("look at it again with: guildsctl catalog show %s, and repeat the edit if it is still wanted", s.Slug)
}

// Declared returns what the product knows of a server beyond its row: the
// declaration in seeds with its slug, or for one that an admin added, a
// declaration that asks for a single token.
func (s Server) Declared(seeds []Connector) Connector {
	if !s.Seeded {
		return s.added()
	}
	for _, c := range seeds {
		if c.Slug == s.Slug {
			return c
		}
	}
	return Connector{Slug: s.Slug, Name: s.Name, URL: s.URL, Auth: s.Auth, Unbuilt: "this version of guildsd no longer includes this connector"}
}

func (s Server) added() Connector {
	c := Connector{Slug: s.Slug, Name: s.Name, URL: s.URL, Auth: s.Auth, Header: s.Header}
	if s.Auth == AuthToken {
		c.Fields = []Field{{Name: Token, Label: "Token", Help: s.SetupHint, Secret: true}}
	}
	return c
}
