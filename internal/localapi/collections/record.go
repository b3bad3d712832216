package collections

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/pkg/api"
)

type listInput struct {
	operation.ByID
	api.RecordQuery
}

func (a Area) listRecords(ctx context.Context, c access.Caller, in *listInput) (api.RecordPage, error) {
	of, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.RecordPage{}, err
	}
	where, err := whereIn(in.Where)
	if err != nil {
		return api.RecordPage{}, err
	}
	ask := record.Ask{Where: where, Since: in.Since, Limit: in.Limit, Offset: in.Offset}
	if in.Order != "" {
		ask.Order = &record.Ordering{Column: in.Order, Direction: map[bool]string{false: "asc", true: "desc"}[in.Desc]}
	}
	q, err := record.Parse(of.Columns, ask)
	if err != nil {
		return api.RecordPage{}, err
	}
	page, err := a.DB.ListRecords(ctx, of, q)
	if err != nil {
		return api.RecordPage{}, err
	}
	out := api.RecordPage{Total: page.Total, Records: operation.Each(page.Records, recordOut)}
	if page.More {
		out.Hint = record.MoreHint()
	}
	if page.Total == 0 && q.Narrowed() {
		size, err := a.DB.RecordSize(ctx, of)
		if err != nil {
			return api.RecordPage{}, err
		}
		out.Hint = record.Hint(of, size)
	}
	return out, nil
}

// whereIn reads the terms that a query gives as JSON.
func whereIn(raw string) (where map[string]json.RawMessage, err error) {
	if raw == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(raw), &where); err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "where is not an object of JSON")
	}
	return where, nil
}

type searchInput struct {
	operation.ByID
	api.RecordSearch
}

func (a Area) searchRecords(ctx context.Context, c access.Caller, in *searchInput) ([]api.Record, error) {
	of, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	query, err := record.CheckQuery(in.Query)
	if err != nil {
		return nil, err
	}
	terms, err := whereIn(in.Where)
	if err != nil {
		return nil, err
	}
	where, err := record.ParseWhere(of.Columns, terms)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.SearchRecords(ctx, []record.Collection{of}, record.Search{Query: query, Where: where})
	return operation.Each(found, recordOut), err
}

// RecordPath names one record of a collection.
type RecordPath struct {
	operation.ByID
	RecordID string `path:"record_id" doc:"The record's id"`
}

// named returns the collection and the record's id.
func (a Area) named(ctx context.Context, c access.Caller, path RecordPath) (record.Collection, guild.ID, error) {
	of, err := a.reach(ctx, c, path.ID)
	if err != nil {
		return of, "", err
	}
	id, err := guild.ParseID(path.RecordID)
	return of, id, err
}

func (a Area) getRecord(ctx context.Context, c access.Caller, in *RecordPath) (api.Record, error) {
	of, id, err := a.named(ctx, c, *in)
	if err != nil {
		return api.Record{}, err
	}
	found, err := a.DB.Record(ctx, of, id)
	return recordOut(found), err
}

type addInput struct {
	operation.ByID
	DryRun bool `query:"dry_run" doc:"Only check them"`
	Body   api.NewRecords
}

func (a Area) addRecords(ctx context.Context, c access.Caller, in *addInput) (api.AddedRecords, error) {
	of, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.AddedRecords{}, err
	}
	if n := len(in.Body.Records); n > api.MaxAddedRecords {
		return api.AddedRecords{}, guild.Errorf(guild.CodeInvalid, "%d records are more than one request may add, which is %d", n, api.MaxAddedRecords)
	}
	added, err := a.DB.AddRecords(ctx, of.ID, in.Body.Records, in.DryRun)
	return api.AddedRecords{DryRun: in.DryRun, Records: operation.Each(added, func(one record.Added) api.AddedRecord {
		return api.AddedRecord{Record: recordOut(one.Record), Merged: one.Merged}
	})}, err
}

type updateInput struct {
	RecordPath
	Body api.RecordPatch
}

func (a Area) updateRecord(ctx context.Context, c access.Caller, in *updateInput) (api.UpdatedRecord, error) {
	of, id, err := a.named(ctx, c, in.RecordPath)
	if err != nil {
		return api.UpdatedRecord{}, err
	}
	changed, warnings, err := a.DB.UpdateRecord(ctx, of.ID, id, in.Body.Body)
	return api.UpdatedRecord{Record: recordOut(changed), Warnings: warnings}, err
}

func (a Area) removeRecord(ctx context.Context, c access.Caller, in *RecordPath) error {
	of, id, err := a.named(ctx, c, *in)
	if err != nil {
		return err
	}
	return a.DB.RemoveRecord(ctx, of.ID, id)
}

func recordOut(r record.Record) api.Record {
	return api.Record{ID: string(r.ID), Collection: r.Collection, Body: r.Body, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}
