package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgrecords"
	"github.com/guildsbox/guilds/internal/record"
)

// manyRecords is how many the measured collection has.
const manyRecords = 1_000_000

// shelf is a filled collection, with the agent that reaches it and the same asked by
// hand.
type shelf struct {
	db    *postgres.DB
	tools *pgrecords.Box // what the tools ask
	agent guild.Scope
	hand  *pgrecords.Hand
}

// comparison asks the same of the box and by hand. Each round has terms of its own.
type comparison struct {
	name string
	box  func(ctx context.Context, s *shelf, round int) error
	hand func(ctx context.Context, s *shelf, round int) error
}

// measureRecords compares what the record tools ask with the same by hand. The box
// finds out each time what the agent reaches, from memory as a daemon does. What a
// common word is in has no query by hand that is as bounded, and is only told.
func measureRecords(ctx context.Context, b *bench) error {
	s, err := b.fillShelf(ctx)
	if err != nil {
		return err
	}
	defer s.db.Close()
	defer s.hand.Close()
	for _, c := range comparisons {
		if err := b.compareRecords(ctx, s, c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

func (b *bench) compareRecords(ctx context.Context, s *shelf, c comparison) error {
	const warming = 10
	var took [2][]float64
	asks := []func(context.Context, *shelf, int) error{c.box, c.hand}
	for round := range warming + b.rounds(200) {
		for turn := range asks {
			i := (turn + round) % len(asks) // who asks second finds the pages in memory
			f := asks[i]
			if f == nil {
				continue
			}
			one, err := timed(func() error { return f(ctx, s, round) })
			if err != nil {
				return err
			}
			if round >= warming {
				took[i] = append(took[i], one)
			}
		}
	}
	b.add(told("records/"+c.name+"/median", median(took[0]), "ms"), aimed("records/"+c.name+"/p99", quantile(took[0], 0.99), "ms", "<", 50))
	if c.hand != nil {
		b.add(told("records/"+c.name+"/by-hand/median", median(took[1]), "ms"), told("records/"+c.name+"/by-hand/p99", quantile(took[1], 0.99), "ms"),
			aimed("records/"+c.name+"/to-by-hand", balanced(took[0], took[1]), "x", "<=", 1.2))
	}
	return nil
}

// balanced is the ratio of rounds in which one and the other take turns at asking
// first. Who asks first reads the pages for both, so each half has a ratio of its own,
// and the median of all would be one of them by chance.
func balanced(a, b []float64) float64 {
	var half [2][2][]float64
	for i := range a {
		half[i%2][0] = append(half[i%2][0], a[i])
		half[i%2][1] = append(half[i%2][1], b[i])
	}
	return math.Sqrt(paired(half[0][0], half[0][1], ratio) * paired(half[1][0], half[1][1], ratio))
}

// fillShelf makes a collection of a million records in a cluster of its own.
func (b *bench) fillShelf(ctx context.Context) (*shelf, error) {
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{Dir: filepath.Join(b.dir, "records"), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	b.onClose(func() error { return cluster.Stop(context.WithoutCancel(ctx)) })
	db, err := postgres.Open(ctx, cluster.URL(), postgres.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	scope, err := db.Scope(ctx, guild.PlatformID)
	if err != nil {
		return nil, err
	}
	var owners []guild.ID
	for _, slug := range []string{"acme", "research", "scout"} {
		if scope, err = db.CreateScope(ctx, scope.Scope, slug, ""); err != nil {
			return nil, err
		}
		owners = append(owners, scope.ID)
	}
	c, err := db.AddCollection(ctx, record.Collection{ID: guild.NewID(), Name: "orders", ScopeID: owners[0], Columns: pgrecords.Columns()})
	if err != nil {
		return nil, err
	}
	if err := db.PutGrant(ctx, c.ID, owners[1], record.Read); err != nil {
		return nil, err
	}
	b.say("filling a collection with %d records", manyRecords)
	if err := pgrecords.Fill(ctx, cluster.URL(), c, manyRecords); err != nil {
		return nil, err
	}
	stop := db.Follow(ctx, slog.New(slog.DiscardHandler), postgres.Hearing{})
	b.onClose(func() error { stop(); return nil })
	hand, err := pgrecords.Open(ctx, cluster.URL(), c)
	return &shelf{db: db, tools: pgrecords.Ask(db), agent: scope.Scope, hand: hand}, err
}

// rareWord is in some hundred and fifty records.
func rareWord(round int) string { return pgrecords.Word(1000 + round*37) }

// comparisons are what is measured, in its order.
var comparisons = []comparison{
	{"list/similar", listingRecords("", func(i int) string { return fmt.Sprintf(`{"title":%q}`, rareWord(i)) }),
		byHand(pgrecords.Similar, false, func(i int) []any { return []any{rareWord(i)} })},
	{"list/range", listingRecords("", func(i int) string { return fmt.Sprintf(`{"price":{"gte":%d,"lte":%d}}`, i*40, i*40+10) }),
		byHand(pgrecords.Range, true, func(i int) []any { return []any{fmt.Sprint(i * 40), fmt.Sprint(i*40 + 10)} })},
	{"list/exact", listingRecords("due", func(i int) string {
		return fmt.Sprintf(`{"status":%q,"due":{"gte":"2025-12-%02d","lte":"2025-12-%02d"}}`, pgrecords.Statuses[i%4], 1+i%25, 2+i%25)
	}), byHand(pgrecords.Exact, true, func(i int) []any {
		return []any{pgrecords.Statuses[i%4], fmt.Sprintf("2025-12-%02d", 1+i%25), fmt.Sprintf("2025-12-%02d", 2+i%25)}
	})},
	{"list/order", listingRecords("price desc", func(int) string { return `{}` }), byHand(pgrecords.Ordered, false, func(int) []any { return nil })},
	{"search/part", searching(rareWord), byHand(pgrecords.Part, false, func(i int) []any { return []any{rareWord(i)} })},
	{"search/words", searching(func(i int) string { return rareWord(i) + " " + pgrecords.CommonWord }),
		byHand(pgrecords.Words, false, func(i int) []any { return []any{rareWord(i) + " " + pgrecords.CommonWord} })},
	{"search/common", searching(func(i int) string { return pgrecords.CommonWord + " " + pgrecords.Word(1+i%3) }), nil},
}

func (s *shelf) reach(ctx context.Context) (record.Collection, error) {
	found, err := s.tools.Reach(ctx, s.agent, "orders")
	if err != nil || len(found) != 1 {
		return record.Collection{}, fmt.Errorf("the agent reaches %d collections: %w", len(found), err)
	}
	return found[0].Collection, nil
}

func listingRecords(order string, where func(round int) string) func(context.Context, *shelf, int) error {
	return func(ctx context.Context, s *shelf, round int) error {
		c, err := s.reach(ctx)
		if err != nil {
			return err
		}
		ask := record.Ask{}
		if err := json.Unmarshal([]byte(where(round)), &ask.Where); err != nil {
			return err
		}
		if order != "" {
			column, desc, _ := strings.Cut(order, " ")
			ask.Order = &record.Ordering{Column: column, Direction: desc}
		}
		q, err := record.Parse(c.Columns, ask)
		if err != nil {
			return err
		}
		page, err := s.tools.ListRecords(ctx, c, q)
		if err == nil && len(page.Records) == 0 {
			err = fmt.Errorf("nothing fits %s", where(round))
		}
		return err
	}
}

func searching(query func(round int) string) func(context.Context, *shelf, int) error {
	return func(ctx context.Context, s *shelf, round int) error {
		c, err := s.reach(ctx)
		if err != nil {
			return err
		}
		found, err := s.tools.SearchRecords(ctx, []record.Collection{c}, record.Search{Query: query(round)})
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("nothing holds %s", query(round))
		}
		return err
	}
}

// byHand asks for the page, and where the listing says how many there are, counts.
func byHand(query string, count bool, args func(round int) []any) func(context.Context, *shelf, int) error {
	return func(ctx context.Context, s *shelf, round int) error {
		if _, err := s.hand.Query(ctx, query, args(round)...); err != nil || !count {
			return err
		}
		_, err := s.hand.Count(ctx, query, args(round)...)
		return err
	}
}
