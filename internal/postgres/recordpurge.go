package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// purgedAtOnce bounds one statement of a purge, so that it holds its rows' locks for
// moments only.
const purgedAtOnce = 5000

// purge is the statement that deletes some of the records that were removed longer
// ago than its argument.
func (t table) purge() string {
	some := fmt.Sprintf("select id from %s where deleted_at < now() - $1::interval order by deleted_at limit %d", t.name(), purgedAtOnce)
	return fmt.Sprintf("delete from %s where id = any (array(%s))", t.name(), some)
}

// PurgeRecords deletes for good the records of all collections that were removed
// longer ago than age, and returns how many there were.
func (db *DB) PurgeRecords(ctx context.Context, age time.Duration) (purged int64, err error) {
	all, err := db.Collections(ctx, "")
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, c := range all {
		n, err := db.purgeTable(ctx, c, age)
		purged += n
		if guild.CodeOf(err) != guild.CodeUnavailable || ctx.Err() != nil { // it may be deleted by now
			failed = append(failed, err)
		}
	}
	return purged, errors.Join(failed...)
}

func (db *DB) purgeTable(ctx context.Context, c record.Collection, age time.Duration) (purged int64, err error) {
	for {
		tag, err := db.pool.Exec(apart(ctx), tableOf(c).purge(), built, age)
		if err != nil {
			return purged, explainRecords(err, c)
		}
		purged += tag.RowsAffected()
		if tag.RowsAffected() < purgedAtOnce {
			return purged, nil
		}
	}
}
