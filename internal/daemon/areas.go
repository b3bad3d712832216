package daemon

import (
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/localapi/agents"
	"github.com/guildsbox/guilds/internal/localapi/artifacts"
	"github.com/guildsbox/guilds/internal/localapi/collections"
	"github.com/guildsbox/guilds/internal/localapi/groups"
	"github.com/guildsbox/guilds/internal/localapi/issues"
	"github.com/guildsbox/guilds/internal/localapi/models"
	"github.com/guildsbox/guilds/internal/localapi/natives"
	"github.com/guildsbox/guilds/internal/localapi/runs"
	"github.com/guildsbox/guilds/internal/localapi/schedules"
	"github.com/guildsbox/guilds/internal/localapi/secrets"
	"github.com/guildsbox/guilds/internal/offer"
)

// areas are the parts of the API that are packages of their own.
func (d *daemon) areas(ledger *connection.Ledger, offers offer.Natives) []localapi.Area {
	return []localapi.Area{
		agents.Area{DB: d.db},
		artifacts.Area{DB: d.db},
		natives.Area{
			DB: d.db, Natives: offers, Secrets: d.redaction.Set, Record: ledger.RecordCall,
			Log: d.log, Cap: d.config.ResultMaxBytes,
		},
		collections.Area{DB: d.db},
		runs.Area{DB: d.db, Hub: d.hub, Secrets: d.redaction.Set},
		schedules.Area{DB: d.db, Now: time.Now},
		models.Area{DB: d.db, Keys: d.models.keys, Listing: d.models.listing},
		secrets.Area{DB: d.db, Vault: d.vault},
		issues.Area{DB: d.db},
		groups.Area{DB: d.db, Chat: d.chat},
	}
}
