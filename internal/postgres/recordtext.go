package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/record"
)

// onlyOrder makes the planner read records in the order that is asked for. That pays
// where a great many fit: the first of them are soon found.
const onlyOrder = `
select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`

// found is what begins a statement about the records that fit a query that looks into
// texts: all of them, up to one more than are counted.
func (t table) found(s *statement, q record.Query) string {
	return fmt.Sprintf("with found as materialized (select id, created_at, updated_at, %s from %s where %s limit %d)",
		t.places(""), t.name(), s.narrow(q), record.MaxCounted+1)
}

// sorted is the statement of the page where few records fit: all that fit are found
// by indexes of texts, then counted and sorted.
func (t table) sorted(q record.Query) *statement {
	s := &statement{loose: t.small}
	s.sql = fmt.Sprintf("%s select %s, (select count(*) from found) as total from found t order by %s limit %s offset %s",
		t.found(s, q), t.fields(), orderOf(q.Order, q.Desc), s.arg(q.Limit), s.arg(q.Offset))
	return s
}

// sortedCount is the statement of how many records fit, where the page is empty.
func (t table) sortedCount(q record.Query) *statement {
	s := &statement{loose: t.small}
	s.sql = fmt.Sprintf("%s select count(*) from found", t.found(s, q))
	return s
}

// walked is the statement of the page where a great many records fit.
func (t table) walked(q record.Query) *statement {
	s := &statement{loose: t.small}
	s.sql = fmt.Sprintf("select %s from %s t where %s order by %s limit %s offset %s",
		t.fields(), t.name(), s.narrow(q), orderOf(q.Order, q.Desc), s.arg(q.Limit), s.arg(q.Offset))
	return s
}

// listByText is ListRecords where a part of a text is looked for. No index of texts
// knows an order, so all that fits is found before the first is known; beyond
// record.MaxCounted they are neither counted nor sorted.
func (db *DB) listByText(ctx context.Context, t table, q record.Query) (page record.Page, err error) {
	var size int
	if err := db.pool.QueryRow(ctx, selectSize, pgx.NamedArgs{"id": t.ID}).Scan(&size); err != nil {
		return page, err
	}
	t.small = size <= record.MaxLoose
	page.Records, err = queryUnder(ctx, db, onlyBitmaps, t.sorted(q), t.counted(&page.Total))
	if err == nil && len(page.Records) == 0 && q.Offset > 0 {
		page.Total, err = db.countByText(ctx, t, q)
	}
	if err != nil || page.Total <= record.MaxCounted {
		return page, err
	}
	page.Total, page.More = record.MaxCounted, true
	page.Records, err = queryUnder(ctx, db, onlyOrder, t.walked(q), t.asRecord)
	return page, err
}

func (db *DB) countByText(ctx context.Context, t table, q record.Query) (int, error) {
	counts, err := queryUnder(ctx, db, onlyBitmaps, t.sortedCount(q), pgx.RowTo[int])
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}
