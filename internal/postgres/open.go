package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
	"github.com/guildsbox/guilds/internal/run"
)

// DB is the box's database. All that is stored is read and written through its
// methods, which many goroutines may call at once.
type DB struct {
	pool    *pgxpool.Pool
	changes *changes
	jobs    *river.Client[pgx.Tx] // inserts jobs; Do does them

	toolsets *memo.Memo[[32]byte, *run.Offering] // by their hashes
}

// Options tune the pool. The zero value suits a daemon.
type Options struct {
	Name     string // application_name in pg_stat_activity; "guildsd" when empty
	MaxConns int    // connections at most, 2 at least; 16 when 0
}

const (
	defaultName     = "guildsd"
	defaultMaxConns = 16 // of the 40 that the embedded cluster admits
	connectTimeout  = 10 * time.Second
)

// Open connects to the database at url, a PostgreSQL address or keyword list as
// libpq reads it, and checks that it answers. No error holds the url, since it
// holds a password.
func Open(ctx context.Context, url string, opts Options) (*DB, error) {
	config, err := poolConfig(url, opts)
	if err != nil {
		return nil, err
	}
	counted := &changes{}
	config.ConnConfig.Tracer = counted
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, errNotOpened(err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, errNotOpened(err)
	}
	db := &DB{pool: pool, changes: counted, toolsets: memo.New[[32]byte, *run.Offering](unchanging, maxToolsets)}
	if db.jobs, err = newJobs(db); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// errNotOpened keeps pgx's words, which name the host, the user and the database
// but never the password: at start the operator has to know what to correct.
func errNotOpened(err error) error {
	return coded(err, guild.CodeUnavailable, "the database cannot be opened: %s", err)
}

// poolConfig keeps the statement cache of pgx, which is its default: a repeated
// statement is parsed and planned once a connection.
func poolConfig(url string, opts Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		// The cause may repeat the address, so it is dropped.
		return nil, guild.Errorf(guild.CodeInvalid, "the database address cannot be read; it is written postgres://USER:PASSWORD@HOST:PORT/DATABASE")
	}
	config.MaxConns = int32(defaultMaxConns)
	if opts.MaxConns > 0 {
		config.MaxConns = int32(max(2, opts.MaxConns)) // migrating takes two
	}
	config.MinIdleConns = 1 // a new connection costs some ten round trips
	config.MaxConnIdleTime = 5 * time.Minute
	config.MaxConnLifetime = time.Hour
	config.MaxConnLifetimeJitter = 5 * time.Minute
	config.ConnConfig.ConnectTimeout = connectTimeout
	params := config.ConnConfig.RuntimeParams
	params["application_name"] = defaultName
	if opts.Name != "" {
		params["application_name"] = opts.Name
	}
	params["timezone"] = "UTC" // what SQL makes of a date does not hang on the server's place
	config.AfterConnect = prepareConnection
	return config, nil
}

// similarWords is how much of a term's trigrams a word must share to count as spelled
// similarly. At the 0.6 that PostgreSQL begins with, one wrong letter in a word of six
// is too much.
const similarWords = `set pg_trgm.word_similarity_threshold = 0.5`

// prepareConnection makes every timestamptz come back in UTC and not in the time zone
// of the machine.
func prepareConnection(ctx context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name:  "timestamptz",
		OID:   pgtype.TimestamptzOID,
		Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	_, err := conn.Exec(apart(ctx), similarWords)
	return err
}

// Ping checks that the database answers. The error has the code CodeUnavailable
// where it cannot be reached.
func (db *DB) Ping(ctx context.Context) error {
	return explain(db.pool.Ping(ctx), "database", nil)
}

// Close waits for the connections in use and closes all.
func (db *DB) Close() { db.pool.Close() }
