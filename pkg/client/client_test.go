package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// serve answers on a unix socket and returns a client of it.
func serve(t *testing.T, handler http.Handler) *client.Client {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler}}
	server.Start()
	t.Cleanup(server.Close)
	return client.Unix(socket)
}

// TestEveryMethodCallsItsOperation calls each method of a client with zero
// values, and checks that its request is one of the table's operations, named as
// the method is.
func TestEveryMethodCallsItsOperation(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	var asked string
	for _, op := range api.Operations() {
		mux.HandleFunc(op.Method+" "+op.Path, func(w http.ResponseWriter, _ *http.Request) {
			asked = op.ID
			w.WriteHeader(http.StatusNoContent)
		})
	}
	c := reflect.ValueOf(serve(t, mux))
	for i := range c.NumMethod() {
		method := c.Type().Method(i)
		asked = ""
		call(t, c.Method(i))
		if got := strings.ReplaceAll(asked, "-", ""); !strings.EqualFold(got, method.Name) {
			t.Errorf("%s asks for %q", method.Name, asked)
		}
	}
}

// call calls a method with a context, "x" for each string, and zero values.
func call(t *testing.T, method reflect.Value) {
	t.Helper()
	args := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		arg := reflect.New(method.Type().In(i)).Elem()
		if arg.Kind() == reflect.String {
			arg.SetString("x")
		}
		args = append(args, arg)
	}
	results := method.Call(args)
	if err, _ := results[len(results)-1].Interface().(error); err != nil {
		t.Error(err)
	}
}

func TestAProblemIsAnError(t *testing.T) {
	t.Parallel()
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
		_ = json.NewEncoder(w).Encode(api.Problem{Code: api.CodeConflict, Detail: "it exists", Hint: "delete it first"})
	}))
	_, err := c.GetStatus(t.Context())
	var p *api.Problem
	if !errors.As(err, &p) || p.Code != api.CodeConflict || p.Status != http.StatusConflict || p.Hint != "delete it first" {
		t.Errorf("got %#v", err)
	}
}

func TestAnAnswerWithoutAProblemDocument(t *testing.T) {
	t.Parallel()
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>", http.StatusBadGateway) }))
	_, err := c.GetStatus(t.Context())
	var p *api.Problem
	if !errors.As(err, &p) || p.Code != api.CodeInternal || p.Status != http.StatusBadGateway {
		t.Errorf("got %#v", err)
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "s")
	_, err := client.Unix(socket).GetStatus(t.Context())
	var unreachable *client.Unreachable
	if !errors.As(err, &unreachable) || !strings.Contains(err.Error(), socket) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Unix(socket).GetStatus(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who went away got %v", err)
	}
}

func TestATokenGoesToNobodyElse(t *testing.T) {
	t.Parallel()
	var leaked bool
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked = r.Header.Get("Authorization") != "" }))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(first.Close)
	c, err := client.TCP(first.URL, "guilds_secret")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.GetStatus(t.Context()); err == nil || leaked {
		t.Errorf("a redirect was followed: %v, token sent: %v", err, leaked)
	}
	for _, base := range []string{"http://box.example", "ftp://box.example", "box.example", ""} {
		if _, err := client.TCP(base, "guilds_secret"); err == nil {
			t.Errorf("a client of %q was made", base)
		}
	}
}

func TestCallToolTellsOfProgress(t *testing.T) {
	t.Parallel()
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(": a comment\r\n\r\nevent: progress\ndata: {\"progress\":1,\"total\":2}\n\nevent: result\ndata: {\"text\":\ndata: \"done\"}\n\n"))
	}))
	var steps []api.Progress
	result, err := c.CallTool(t.Context(), "x", api.ToolCall{}, func(p api.Progress) { steps = append(steps, p) })
	if err != nil || result.Text != "done" || len(steps) != 1 || steps[0].Total != 2 {
		t.Errorf("got %+v with %+v, %v", result, steps, err)
	}
}

func TestCallToolWhoseStreamBreaks(t *testing.T) {
	t.Parallel()
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte("event: progress\ndata: {\"progress\":1}\n\n"))
	}))
	if _, err := c.CallTool(t.Context(), "x", api.ToolCall{}, func(api.Progress) {}); err == nil {
		t.Error("a stream without a result is no error")
	}
}
