package operation

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

// reply is an answer with a body.
type reply[T any] struct{ Body T }

// Empty is the input of an operation that takes none.
type Empty struct{}

// ByID is the input of an operation on one thing. It is exported because huma
// reads no parameters from an embedded type that is not.
type ByID struct {
	ID string `path:"id" doc:"Its id"`
}

// RemoveInput is the input of a deletion.
type RemoveInput struct {
	ByID
	DryRun bool `query:"dry_run" doc:"Only say what would go"`
}

// Handle registers one operation whose answer is a JSON body.
func Handle[In, Out any](h huma.API, op api.Operation, need Permission, f func(context.Context, access.Caller, *In) (Out, error)) {
	handle(h, Declare(h, op), need, f)
}

// HandleCreation registers one operation that makes something: it answers 201 with
// it.
func HandleCreation[In, Out any](h huma.API, op api.Operation, need Permission, f func(context.Context, access.Caller, *In) (Out, error)) {
	declared := Declare(h, op)
	declared.DefaultStatus = http.StatusCreated
	handle(h, declared, need, f)
}

func handle[In, Out any](h huma.API, declared huma.Operation, need Permission, f func(context.Context, access.Caller, *In) (Out, error)) {
	huma.Register(h, declared, func(ctx context.Context, in *In) (*reply[Out], error) {
		caller := CallerOf(ctx)
		if err := need.Check(caller); err != nil {
			return nil, ProblemOf(ctx, err)
		}
		out, err := f(ctx, caller, in)
		if err != nil {
			return nil, ProblemOf(ctx, err)
		}
		return &reply[Out]{Body: out}, nil
	})
}

// HandleBare registers one operation that answers 204 without a body.
func HandleBare[In any](h huma.API, op api.Operation, need Permission, f func(context.Context, access.Caller, *In) error) {
	declared := Declare(h, op)
	declared.DefaultStatus = http.StatusNoContent
	huma.Register(h, declared, func(ctx context.Context, in *In) (*struct{}, error) {
		caller := CallerOf(ctx)
		if err := need.Check(caller); err != nil {
			return nil, ProblemOf(ctx, err)
		}
		if err := f(ctx, caller, in); err != nil {
			return nil, ProblemOf(ctx, err)
		}
		return nil, nil
	})
}

// Declare turns an operation into huma's, with the problems that any may answer. It
// refuses query parameters that it does not declare; see TakeAny.
func Declare(h huma.API, op api.Operation) huma.Operation {
	problem := &huma.Response{
		Description: "A problem document of RFC 9457",
		Content: map[string]*huma.MediaType{
			"application/problem+json": {Schema: huma.SchemaFromType(h.OpenAPI().Components.Schemas, problemType)},
		},
	}
	return huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary,
		MaxBodyBytes: maxBody, DefaultStatus: http.StatusOK, RejectUnknownQueryParameters: true,
		Middlewares: huma.Middlewares{refuseLarge(h), refuseUnknown(h)},
		Responses:   map[string]*huma.Response{"default": problem},
	}
}
