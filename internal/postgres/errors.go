package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/guildsbox/guilds/internal/guild"
)

// SQLSTATE codes of PostgreSQL, appendix A of its manual.
const (
	codeBadText            = "22021"
	codeRestrictViolation  = "23001"
	codeForeignKey         = "23503"
	codeUnique             = "23505"
	codeSerialization      = "40001"
	codeUndefinedColumn    = "42703"
	codeUndefinedTable     = "42P01"
	codeDeadlock           = "40P01"
	codeTooManyConnections = "53300"
	codeLockNotAvailable   = "55P03"
	codeAdminShutdown      = "57P01"
	codeCrashShutdown      = "57P02"
	codeCannotConnectNow   = "57P03"
	classConnection        = "08"
)

// transientCodes are failures that the same request need not meet again.
var transientCodes = []string{
	codeSerialization, codeDeadlock, codeTooManyConnections, codeLockNotAvailable,
	codeAdminShutdown, codeCrashShutdown, codeCannotConnectNow,
}

// byConstraint says, by the name of a constraint, what its violation means to
// whoever made the request.
type byConstraint map[string]*guild.Error

// explain turns an error of pgx into one of ours. subject names what the
// statement was about, such as "connection 0189...", and stands in the message;
// constraints may be nil. An error that has a code already comes back as it is, a
// fault of the box stays without a code, and so does a cancelled context.
func explain(err error, subject string, constraints byConstraint) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if _, ok := errors.AsType[*guild.Error](err); ok {
		return err
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return coded(err, guild.CodeNotFound, "there is no %s", subject)
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		return explainServer(pgErr, err, subject, constraints)
	}
	if connectionLost(err) {
		return coded(err, guild.CodeUnavailable, "the database cannot be reached; try again")
	}
	return fmt.Errorf("%s: %w", subject, err)
}

// explainServer is explain for an error that the server reported.
func explainServer(pgErr *pgconn.PgError, err error, subject string, constraints byConstraint) error {
	if meaning, ok := constraints[pgErr.ConstraintName]; ok && pgErr.ConstraintName != "" {
		e := *meaning
		e.Err = err
		return &e
	}
	switch {
	case pgErr.Code == codeBadText:
		return coded(err, guild.CodeInvalid, "the text holds the character NUL or is not UTF-8, and neither can be stored")
	case pgErr.Code == codeUnique:
		return coded(err, guild.CodeConflict, "%s exists already", subject)
	case pgErr.Code == codeRestrictViolation || pgErr.Code == codeForeignKey && stillReferenced(pgErr):
		return coded(err, guild.CodeConflict, "%s is still in use", subject)
	case pgErr.Code == codeForeignKey:
		return coded(err, guild.CodeNotFound, "%s refers to something that is not there", subject)
	case slices.Contains(transientCodes, pgErr.Code):
		return coded(err, guild.CodeUnavailable, "the database is busy; try again")
	case strings.HasPrefix(pgErr.Code, classConnection):
		return coded(err, guild.CodeUnavailable, "the database cannot be reached; try again")
	}
	return fmt.Errorf("%s: %w", subject, err)
}

// stillReferenced tells the two foreign key violations apart, which share a code:
// removing a row that others refer to, and adding one that refers to nothing.
// Open asks the server for English messages where it may.
func stillReferenced(err *pgconn.PgError) bool {
	return strings.HasPrefix(err.Message, "update or delete")
}

// failedWith reports whether the server reported an error with one of the codes.
func failedWith(err error, codes ...string) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains(codes, pgErr.Code)
}

// connectionLost reports whether err is about reaching the server, not about the
// statement. A deadline of the caller's context counts: pgx cannot tell it from
// a server that hangs.
func connectionLost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, lost := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, context.DeadlineExceeded} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}

// coded keeps err as the cause and out of the message: it may hold values.
func coded(err error, code guild.Code, format string, args ...any) error {
	e := guild.Errorf(code, format, args...)
	e.Err = err
	return e
}
