package connectortest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// check returns what in a request does not fit the document.
func (o *operation) check(r *http.Request, path map[string]string) error {
	for name := range r.URL.Query() {
		if !o.declares(name) {
			return fmt.Errorf("%s declares no query parameter %q", o.name, name)
		}
	}
	in := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: path,
		Route:   &routers.Route{Spec: o.spec, Path: o.path, PathItem: o.item, Method: o.method, Operation: o.declared},
		Options: &openapi3filter.Options{AuthenticationFunc: authenticated, SkipSettingDefaults: true},
	}
	if err := openapi3filter.ValidateRequest(context.WithoutCancel(r.Context()), in); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	return nil
}

func (o *operation) declares(name string) bool {
	for _, parameters := range []openapi3.Parameters{o.declared.Parameters, o.item.Parameters} {
		for _, p := range parameters {
			if p.Value.In == openapi3.ParameterInQuery && p.Value.Name == name {
				return true
			}
		}
	}
	return false
}

// authenticated looks for the credential that a document asks for. In a query string
// it would be in logs, so one there is no credential.
func authenticated(_ context.Context, in *openapi3filter.AuthenticationInput) error {
	header := in.RequestValidationInput.Request.Header
	scheme := in.SecurityScheme
	switch {
	case scheme.Type == "apiKey" && scheme.In == "header" && header.Get(scheme.Name) != "":
		return nil
	case scheme.Type != "apiKey" && strings.HasPrefix(header.Get("Authorization"), "Bearer "):
		return nil
	}
	return errors.New("the request brings no credential in a header")
}
