package daemon

import (
	"net/http"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/group/typesafe"
	"github.com/guildsbox/guilds/internal/postgres"
)

// newChat puts together what posts to the groups of guilds. Where the box has a key for
// the group-routing service, that chooses recipients and history.
func (d *daemon) newChat(web *http.Client) *group.Chat {
	chat := &group.Chat{Store: postgres.Groups{DB: d.db}, Log: d.log, Secrets: d.redaction.Set}
	if key := d.config.Integrations.Value("TYPESAFE_API_KEY"); key != "" {
		chat.Service = typesafe.New(web, d.upstream("typesafe", typesafe.Address), d.config.Integrations.Value("TYPESAFE_MODEL"), key)
	}
	return chat
}
