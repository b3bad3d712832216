package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/secret"
)

const requestColumns = `r.id, r.agent_id, p.path, coalesce(r.run_id::text, ''), r.name, r.reason, r.status, r.closed_by, r.note, r.created_at, r.closed_at`

func scanRequest(row pgx.CollectableRow) (secret.Request, error) {
	var r secret.Request
	err := row.Scan(&r.ID, &r.AgentID, &r.Agent, &r.Run, &r.Name, &r.Reason, &r.Status, &r.ClosedBy, &r.Note, &r.CreatedAt, &r.ClosedAt)
	return r, err
}

const insertRequest = `
insert into secret_requests (id, agent_id, run_id, name, reason) values (@id, @agent, @run::uuid, @name, @reason)
on conflict (agent_id, name) where status = 'open' do nothing`

const selectOpenRequest = `
select ` + requestColumns + ` from secret_requests r join scope_paths p on p.id = r.agent_id
where r.agent_id = @agent and r.name = @name and r.status = 'open'`

// OpenRequest stores a request, or returns the open one of the same agent and name,
// with opened false.
func (db *DB) OpenRequest(ctx context.Context, r secret.Request) (stored secret.Request, opened bool, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		args := pgx.NamedArgs{"id": r.ID, "agent": r.AgentID, "run": orNull(r.Run), "name": r.Name, "reason": r.Reason}
		tag, err := tx.Exec(ctx, insertRequest, args)
		if err != nil {
			return err
		}
		opened = tag.RowsAffected() == 1
		stored, err = one(ctx, tx, "open request for "+r.Name, scanRequest, selectOpenRequest, args)
		return err
	})
	return stored, opened, explain(err, "request for "+r.Name, nil)
}

const selectRequest = `
select ` + requestColumns + ` from secret_requests r join scope_paths p on p.id = r.agent_id where r.id = @id`

// SecretRequest returns one request. An unknown one has the code not_found.
func (db *DB) SecretRequest(ctx context.Context, id guild.ID) (secret.Request, error) {
	return one(ctx, db.pool, "request "+string(id), scanRequest, selectRequest, pgx.NamedArgs{"id": id})
}

const selectRequests = `
select ` + requestColumns + ` from secret_requests r join scope_paths p on p.id = r.agent_id
where @within = any (p.chain) and (@all or r.status = 'open')
order by r.status = 'open' desc, r.created_at desc, r.id`

// SecretRequests returns the open requests of agents within a scope, with all also
// those that are closed: open ones first, and then the newest.
func (db *DB) SecretRequests(ctx context.Context, within guild.ID, all bool) ([]secret.Request, error) {
	return collect(ctx, db.pool, "requests", scanRequest, selectRequests, pgx.NamedArgs{"within": within, "all": all})
}

const closeRequest = `
with closed as (
    update secret_requests set status = @status, closed_by = @by, note = @note, closed_at = now()
    where id = @id and status = 'open'
    returning *
)
select ` + requestColumns + ` from closed r join scope_paths p on p.id = r.agent_id`

// CloseRequest closes an open request as r says, stores the secret that answers it,
// nil for none, and queues the message to the run that asked, with one commit. Of one
// that is not open it is a conflict.
func (db *DB) CloseRequest(ctx context.Context, r secret.Request, answer *secret.Secret) (closed secret.Request, err error) {
	subject := "request " + string(r.ID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		args := pgx.NamedArgs{"id": r.ID, "status": string(r.Status), "by": r.ClosedBy, "note": r.Note}
		closed, err = one(ctx, tx, "open "+subject, scanRequest, closeRequest, args)
		if guild.CodeOf(err) == guild.CodeNotFound {
			return whyNotOpen(ctx, tx, r.ID)
		}
		if err == nil && answer != nil {
			_, err = saveSecret(ctx, tx, *answer)
		}
		if err != nil {
			return err
		}
		return db.tell(ctx, tx, closed)
	})
	return closed, explain(err, subject, nil)
}

// answerAsked names the runs in order, so that two operators who store secrets at
// once do not wait for each other.
const answerAsked = `
with closed as (
    update secret_requests q set status = 'answered', closed_by = @by, closed_at = now()
    from scope_paths a
    where a.id = q.agent_id and @scope = any (a.chain) and q.name = @name and q.status = 'open'
    returning q.*
)
select ` + requestColumns + ` from closed r join scope_paths p on p.id = r.agent_id order by r.run_id, r.id`

// answerRequests closes the open requests that a stored secret answers, and has the
// runs that asked go on.
func (db *DB) answerRequests(ctx context.Context, tx pgx.Tx, s secret.Secret) ([]secret.Request, error) {
	answered, err := collect(ctx, tx, "requests for "+s.Name, scanRequest, answerAsked, pgx.NamedArgs{"scope": s.ScopeID, "name": s.Name, "by": s.By})
	if err != nil {
		return nil, err
	}
	for _, r := range answered {
		if err := db.tell(ctx, tx, r); err != nil {
			return nil, err
		}
	}
	return answered, nil
}

// whyNotOpen is the error for a request that is closed or not there.
func whyNotOpen(ctx context.Context, tx pgx.Tx, id guild.ID) error {
	r, err := one(ctx, tx, "request "+string(id), scanRequest, selectRequest, pgx.NamedArgs{"id": id})
	if err != nil {
		return err
	}
	return guild.Errorf(guild.CodeConflict, "the request for %s is %s already, by %s", r.Name, r.Status, r.ClosedBy)
}

// tell has the run that asked go on with what became of its request. A test of the
// tool asks in no run, and a run can be gone by now.
func (db *DB) tell(ctx context.Context, tx pgx.Tx, r secret.Request) error {
	if r.Run == "" {
		return nil
	}
	_, err := db.addGeneration(ctx, tx, r.Run, r.Message(), "guildsd")
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}
