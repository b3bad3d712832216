package pgrecords

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// Statuses are the allowed values of the column status.
var Statuses = []string{"new", "open", "shipped", "done"}

// Columns are those of the collection that Fill fills, in the order of their places.
func Columns() record.Columns {
	return record.Columns{
		{Name: "sku", Type: record.Text, Required: true, Unique: true},
		{Name: "title", Type: record.Text},
		{Name: "status", Type: record.Text, Values: Statuses},
		{Name: "price", Type: record.Number},
		{Name: "due", Type: record.Datetime},
		{Name: "tags", Type: record.Text, Array: true},
	}
}

// Words of the vocabulary. The first few stand in many titles, as in any language.
const (
	CommonWord = "balo" // in more than a third of all records
	words      = 20_000
)

// Word returns a word of the vocabulary, the common ones first.
func Word(i int) string {
	if i == 0 {
		return CommonWord
	}
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for n := i*7919 + 104729; n > 0; {
		b.WriteByte(consonants[n%len(consonants)])
		n /= len(consonants)
		b.WriteByte(vowels[n%len(vowels)])
		n /= len(vowels)
	}
	return b.String()
}

// Fill puts n records into an empty collection that has Columns, by COPY, and makes
// its indexes after them, which takes a fraction of the time. The same n gives the
// same records, but for their ids.
func Fill(ctx context.Context, url string, c record.Collection, n int) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	indexes, err := dropIndexes(ctx, conn, c)
	if err != nil {
		return err
	}
	columns := []string{"id", "created_at", "updated_at", "search", "c1", "c2", "c3", "c4", "c5", "c6"}
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"records", table(c)}, columns, &source{n: n, rand: rand.New(rand.NewPCG(1, 2))}); err != nil {
		return err
	}
	for _, statement := range append([]string{"set maintenance_work_mem = '512MB'"}, append(indexes,
		fmt.Sprintf("insert into collection_sizes values ('%s', 0, %d)", c.ID, n), "vacuum analyze records."+table(c))...) {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// table is the name that the store gives to the table of a collection.
func table(c record.Collection) string { return "t_" + strings.ReplaceAll(string(c.ID), "-", "") }

// dropIndexes drops all but the key's and returns the statements that make them
// again.
func dropIndexes(ctx context.Context, conn *pgx.Conn, c record.Collection) (again []string, err error) {
	rows, err := conn.Query(ctx, `
select indexname, indexdef from pg_indexes where schemaname = 'records' and tablename = $1 and indexname not like '%pkey'`, table(c))
	if err != nil {
		return nil, err
	}
	var name, definition string
	var drop []string
	_, err = pgx.ForEachRow(rows, []any{&name, &definition}, func() error {
		drop, again = append(drop, `drop index records."`+name+`"`), append(again, definition)
		return nil
	})
	for _, statement := range drop {
		if err == nil {
			_, err = conn.Exec(ctx, statement)
		}
	}
	return again, err
}

// source makes the rows for COPY.
type source struct {
	n, at int
	rand  *rand.Rand
}

func (s *source) Next() bool { s.at++; return s.at <= s.n }
func (s *source) Err() error { return nil }

func (s *source) Values() ([]any, error) {
	sku, title, status := fmt.Sprintf("SKU-%07d", s.at), s.title(), Statuses[s.at%len(Statuses)]
	cents := int64(s.rand.IntN(10_000_00))
	due := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(s.rand.IntN(6*365*24*60)) * time.Minute)
	tags := []string{s.word(), s.word()}
	changed := time.Date(2025, 1, 1, 0, 0, s.at, 0, time.UTC)
	search := strings.Join([]string{sku, title, status, fmt.Sprintf("%d.%02d", cents/100, cents%100), due.Format(time.RFC3339), tags[0], tags[1]}, "\n")
	return []any{
		string(guild.NewID()), changed, changed, search, sku, title, status,
		pgtype.Numeric{Int: big.NewInt(cents), Exp: -2, Valid: true}, due, tags,
	}, nil
}

func (s *source) title() string {
	all := make([]string, 6)
	for i := range all {
		all[i] = s.word()
	}
	return strings.Join(all, " ")
}

// word draws a word: half of the time one of some hundred, of which the first ones
// are the most frequent.
func (s *source) word() string {
	if s.rand.IntN(2) == 0 {
		return Word(int(100 * s.rand.Float64() * s.rand.Float64() * s.rand.Float64()))
	}
	return Word(s.rand.IntN(words))
}
