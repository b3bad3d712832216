package connector

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
)

// Files are the files of an agent's workspace, under the workspace file rules: a
// path is relative to /home/agent or lies in it, and one that leads out of it, links
// followed, is refused.
type Files interface {
	// Read returns a whole file of at most max bytes. A longer one has the code
	// invalid, and one that is not there not_found.
	Read(ctx context.Context, path string, max int64) ([]byte, error)
	// Write makes a file, with the folders above it, or replaces it as a whole.
	Write(ctx context.Context, path string, data []byte) error
}

// NoFiles is the workspace where there is none. It refuses with the reason, which
// is a whole clause, and the code unsupported.
type NoFiles string

// Read refuses.
func (why NoFiles) Read(_ context.Context, path string, _ int64) ([]byte, error) {
	return nil, guild.Errorf(guild.CodeUnsupported, "%s cannot be read: %s", path, string(why))
}

// Write refuses.
func (why NoFiles) Write(_ context.Context, path string, _ []byte) error {
	return guild.Errorf(guild.CodeUnsupported, "%s cannot be written: %s", path, string(why))
}
