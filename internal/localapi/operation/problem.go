package operation

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

var problemType = reflect.TypeFor[api.Problem]()

// statuses are the HTTP statuses of the codes.
var statuses = map[guild.Code]int{
	guild.CodeInvalid:     http.StatusUnprocessableEntity,
	guild.CodeUnsupported: http.StatusUnprocessableEntity,
	guild.CodeRejected:    http.StatusUnprocessableEntity,
	guild.CodeUpstream:    http.StatusBadGateway,
	guild.CodeDenied:      http.StatusForbidden,
	guild.CodeNotFound:    http.StatusNotFound,
	guild.CodeConflict:    http.StatusConflict,
	guild.CodeUnavailable: http.StatusServiceUnavailable,
	guild.CodeInternal:    http.StatusInternalServerError,
}

// codes are the codes of the statuses that the HTTP layer itself answers.
var codes = map[int]string{
	http.StatusUnauthorized:        api.CodeDenied,
	http.StatusForbidden:           api.CodeDenied,
	http.StatusNotFound:            api.CodeNotFound,
	http.StatusMethodNotAllowed:    api.CodeNotFound,
	http.StatusInternalServerError: api.CodeInternal,
	http.StatusServiceUnavailable:  api.CodeUnavailable,
}

// ProblemOf turns an error into a problem document. A fault of the box is logged
// here, once and in full, and the caller gets a reference to the log entry; of one
// without a code, nothing else.
func ProblemOf(ctx context.Context, err error) *api.Problem {
	var e *guild.Error
	if !errors.As(err, &e) {
		e = guild.Errorf(guild.CodeInternal, "internal error (ref %s)", RequestOf(ctx).ID)
	}
	if e.Code == guild.CodeInternal && ctx.Err() == nil {
		RequestOf(ctx).Log().Error("request failed", "error", err)
	}
	status := statuses[e.Code]
	p := &api.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: e.Msg, Code: string(e.Code), Hint: e.Hint}
	if e.Code == guild.CodeInternal {
		p.Ref = RequestOf(ctx).ID
	}
	if setup := (*SetupError)(nil); errors.As(err, &setup) {
		p.SetupState = setup.State
	}
	for _, problem := range e.Problems {
		p.Errors = append(p.Errors, api.FieldProblem{Location: problem.Path, Message: problem.Message})
	}
	return p
}

// SetupError refuses what this box is not set up for, with the connector's
// oauth_setup_state.
type SetupError struct {
	State string
	Err   *guild.Error
}

// Error is the message of the error inside.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e *SetupError) Unwrap() error { return e.Err }

// NewProblem makes the problems of the HTTP layer: input that does not fit its
// declaration, a body that is too large, an unknown path.
func NewProblem(status int, msg string, errs ...error) huma.StatusError {
	code, ok := codes[status]
	if !ok {
		code = api.CodeInvalid
	}
	p := &api.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: msg, Code: code}
	for _, err := range errs {
		field := api.FieldProblem{Message: err.Error()}
		var d huma.ErrorDetailer
		if errors.As(err, &d) {
			detail := d.ErrorDetail()
			field = api.FieldProblem{Location: detail.Location, Message: detail.Message}
		}
		p.Errors = append(p.Errors, field)
	}
	return p
}

// WriteProblem answers a request that reaches no operation.
func WriteProblem(w http.ResponseWriter, err huma.StatusError) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(err.GetStatus())
	_ = json.NewEncoder(w).Encode(err) // a caller who is gone needs no answer
}

// StatusOf returns the HTTP status that an error is answered with.
func StatusOf(err error) int { return statuses[guild.CodeOf(err)] }
