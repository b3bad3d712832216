package run_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

// box is an agent with a model and some tools of the test's own, on a database.
type box struct {
	db     *postgres.DB
	model  *modeltest.Server
	engine *run.Engine
	agent  guild.ID
	other  guild.ID // another agent
	guild  guild.ID // of both
	log    *strings.Builder
	calls  chan string // what the tools were called with, in order
}

// noLogins are the logins of an agent that has none.
type noLogins struct{}

func (noLogins) Freshen(context.Context, []connection.Connection) bool { return false }

func (noLogins) State(context.Context, []guild.ID) string { return "" }

func (noLogins) Invoke(context.Context, connection.Call) (connection.Invocation, error) {
	return connection.Invocation{}, guild.Errorf(guild.CodeNotFound, "there is no such login")
}

// provider asks the stand-in for OpenRouter.
type provider struct {
	model.Provider
	window int
}

func (p provider) Complete(ctx context.Context, _ guild.ID, name string, r model.Request, onDelta func(model.Delta)) (model.Answer, error) {
	_, id, err := model.Split(name)
	if err != nil {
		return model.Answer{}, err
	}
	r.Model = id
	return p.Provider.Complete(ctx, "sk-test", r, onDelta)
}

func (p provider) Window(context.Context, string) int { return p.window }

const hidden = "s3cr3t-of-the-agent"

// newBox returns a box whose model plays turns.
func newBox(t *testing.T, turns ...modeltest.Turn) *box {
	t.Helper()
	b := &box{db: pgtest.New(t), model: modeltest.Start(t, turns...), log: &strings.Builder{}, calls: make(chan string, 1000)}
	tree := pgtest.Tree(t, b.db, "acme", "acme/research", "acme/research/scout", "acme/research/second")
	b.agent, b.other, b.guild = tree["acme/research/scout"].ID, tree["acme/research/second"].ID, tree["acme/research"].ID
	name, instructions := "openrouter/test/model", "Be brief."
	for _, id := range []guild.ID{b.agent, b.other} {
		if _, err := b.db.EditAgent(t.Context(), id, agent.Patch{Model: &name, Instructions: &instructions}); err != nil {
			t.Fatal(err)
		}
	}
	b.engine = b.newEngine("one")
	return b
}

func (b *box) newEngine(owner string) *run.Engine {
	p := model.Providers()[0]
	p.BaseURL, p.HTTP = b.model.OpenRouter(), http.DefaultClient
	p.Pause = func(context.Context, time.Duration) error { return nil }
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	offers := &run.Offers{Natives: offer.Natives{Tools: b.tools()}, Log: log}
	offers.Remember(b.db.Generation)
	return &run.Engine{
		Store: b.db, Models: provider{Provider: p}, Logins: noLogins{}, Offers: offers, Hub: &run.Hub{}, Log: log, Owner: owner,
		Secrets: func(context.Context, guild.Scope) (*redact.Set, error) {
			return redact.New(redact.Secret{Name: "HIDDEN", Value: hidden}), nil
		},
	}
}

type echoArgs struct {
	Text string `json:"text"`
}

const echoSchema = `{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string","description":"x"}}}`

// tools are echo, which changes nothing, write, which does, keep, whose argument is a
// secret, and wait, which waits until its call is cancelled.
func (b *box) tools() []tool.Tool {
	say := func(_ context.Context, c *tool.Call, a echoArgs) (string, error) {
		b.calls <- a.Text
		c.Note("seen", a.Text)
		return "said " + a.Text, nil
	}
	make := func(name string, reads bool) tool.Tool {
		return tool.New(tool.Spec{Name: name, Doc: name, Schema: echoSchema, Gate: tool.Always, Reads: reads}, say)
	}
	return []tool.Tool{
		make("echo", true), make("write", false),
		tool.New(tool.Spec{Name: "keep", Doc: "keep", Schema: echoSchema, Gate: tool.Always, Secrets: []string{"text"}}, say),
		tool.New(tool.Spec{Name: "wait", Doc: "wait", Schema: echoSchema, Gate: tool.Always, Timeout: time.Hour},
			func(ctx context.Context, _ *tool.Call, a echoArgs) (string, error) {
				b.calls <- a.Text
				<-ctx.Done()
				return "", ctx.Err()
			}),
		tool.New(tool.Spec{Name: "shell", Doc: "shell", Schema: echoSchema, Gate: tool.Coding}, say),
	}
}

// start starts a run and works on it until it is over.
func (b *box) start(t *testing.T, message string) guild.ID {
	t.Helper()
	id := b.queue(t, message)
	b.work(t)
	return id
}

func (b *box) queue(t *testing.T, message string) guild.ID {
	t.Helper()
	return b.queueFor(t, b.agent, message)
}

func (b *box) queueFor(t *testing.T, agent guild.ID, message string) guild.ID {
	t.Helper()
	id, err := b.db.StartRun(t.Context(), run.New{AgentID: agent, Trigger: tool.Direct, Message: message, Caller: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (b *box) work(t *testing.T) {
	t.Helper()
	if err := b.engine.Generate(t.Context(), b.agent); err != nil {
		t.Fatal(err)
	}
}

// beside works on what waits for an agent while the test goes on. The test waits for
// what it returns, and ends only after it.
func (b *box) beside(t *testing.T, agent guild.ID) <-chan struct{} {
	t.Helper()
	over := make(chan struct{})
	engine := b.engine
	go func() {
		defer close(over)
		if err := engine.Generate(context.WithoutCancel(t.Context()), agent); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { <-over })
	return over
}

// hearing is what a daemon does with what it hears.
func (b *box) hearing() postgres.Hearing {
	return postgres.Hearing{Run: b.engine.Hub.Heard, Cancel: b.engine.Cancel}
}

// await waits for what is to happen, up to half a minute.
func await(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s did not happen within 30 s", what)
	}
}

// begun is a run whose generation a daemon has claimed and begun, and is gone from.
func (b *box) begun(t *testing.T, message string) (guild.ID, run.Claim) {
	t.Helper()
	id := b.queue(t, message)
	claim, ok, err := b.db.ClaimGeneration(t.Context(), b.agent, "one", 0)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	tools, err := run.NewOffering(nil)
	if err == nil {
		_, err = b.db.TakeSnapshot(t.Context(), claim, func(run.Sight) (run.Snapshot, error) {
			return run.Snapshot{Model: "openrouter/test/model", System: "Be brief.", MaxToolCalls: 100, Tools: tools}, nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return id, claim
}

func (b *box) messages(t *testing.T, id guild.ID) []run.Message {
	t.Helper()
	found, err := b.db.Messages(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// record is a run in short: a line for each message.
func (b *box) record(t *testing.T, id guild.ID) []string {
	t.Helper()
	var lines []string
	for i, m := range b.messages(t, id) {
		if m.Seq != i+1 {
			t.Errorf("message %d has the seq %d", i+1, m.Seq)
		}
		line := string(m.Kind) + ": " + m.Text
		for _, c := range m.Calls {
			line += " " + c.Name + c.Arguments
		}
		lines = append(lines, line)
	}
	return lines
}

func (b *box) status(t *testing.T, id guild.ID) postgres.RunRow {
	t.Helper()
	r, err := b.db.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// heard is what the model was sent in its last request: role and text of each message.
func (b *box) heard(t *testing.T) []string {
	t.Helper()
	all := b.model.Requests()
	if len(all) == 0 {
		t.Fatal("the model was not asked")
	}
	var lines []string
	for _, m := range all[len(all)-1].Messages {
		lines = append(lines, m.Role+": "+m.Text())
	}
	return lines
}

func call(name, text string) modeltest.Call {
	arguments, _ := json.Marshal(echoArgs{text})
	return modeltest.Call{Name: name, Arguments: modeltest.Arguments(arguments)}
}

func hasLine(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, part) })
}

func callOf(id, name, arguments string) model.ToolCall {
	return model.ToolCall{ID: id, Name: name, Arguments: arguments}
}
