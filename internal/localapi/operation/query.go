package operation

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/text"
)

// TakeAny lets an operation take query parameters that it does not declare: those
// that are asked by an authorization server or a browser that comes from one, which
// add some of their own (RFC 6749, section 4.1.2).
func TakeAny(op *huma.Operation) { op.RejectUnknownQueryParameters = false }

// refuseUnknown refuses a request with query parameters that its operation does not
// declare, all at once: one that is ignored would make a misspelt filter look like
// an answer to it. huma can refuse them too, but not say what was perhaps meant.
func refuseUnknown(h huma.API) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		op, u := hc.Operation(), hc.URL()
		if u.RawQuery == "" || !op.RejectUnknownQueryParameters {
			next(hc)
			return
		}
		if problems := unknown(op, u.RawQuery); len(problems) > 0 {
			_ = huma.WriteErr(h, hc, http.StatusUnprocessableEntity, "validation failed", problems...) // a caller who is gone needs no answer
			return
		}
		next(hc)
	}
}

// unknown returns a problem for each parameter of a query that an operation does not
// declare.
func unknown(op *huma.Operation, raw string) []error {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return []error{&huma.ErrorDetail{Location: "query", Message: err.Error()}}
	}
	var known []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			known = append(known, p.Name)
		}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.Contains(known, name) {
			problems = append(problems, &huma.ErrorDetail{Location: "query." + name, Message: noParameter(name, known)})
		}
	}
	return problems
}

func noParameter(name string, known []string) string {
	if len(known) == 0 {
		return "this operation takes no query parameters"
	}
	return fmt.Sprintf("there is no such query parameter; the nearest is %s", text.Nearest(name, known, strings.ToLower))
}
