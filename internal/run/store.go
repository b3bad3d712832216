package run

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// New is a run to start with its first message.
type New struct {
	AgentID guild.ID
	Trigger tool.Trigger
	Origin  guild.ID // empty for none
	Message string
	Caller  string // who starts it, for the record
}

// Fence is a daemon's hold on a generation. What it writes counts only while it still
// holds it: another daemon may have claimed it after its lease ran out.
type Fence struct {
	Generation guild.ID
	Attempt    int
}

// Claim is a generation that a daemon has taken to run.
type Claim struct {
	Fence
	Run        guild.ID
	Agent      guild.Scope
	Trigger    tool.Trigger
	Started    bool // the run has its snapshot
	Cancelling bool // an operator has asked for its end
	Seq        int  // of the message that the generation answers, or of a later one that is stored
}

// Ending is how a generation is over.
type Ending struct {
	Status Status
	Error  string // why it failed, for the operator
	Usage  Usage
}

// Store keeps runs. Each method is one transaction. Those that take a Fence return an
// error that is ErrLost where the hold is gone.
type Store interface {
	// ClaimGeneration takes the next generation of an agent that waits, unless one runs;
	// ok is false then. Its input becomes a message of the run.
	ClaimGeneration(ctx context.Context, agent guild.ID, owner string, lease time.Duration) (c Claim, ok bool, err error)
	// ExtendLeases extends the leases of what a daemon runs, and returns those that it
	// still holds. What it only seems to hold, because it did not hear what came of a
	// claim or an ending, is not among them: its lease runs out.
	ExtendLeases(ctx context.Context, running []Fence, lease time.Duration) ([]Held, error)
	// Look reads what an agent would start a run with now.
	Look(ctx context.Context, agent guild.ID) (Sight, error)
	// TakeSnapshot reads what a run starts with, has compose make the snapshot of it,
	// and stores that, all as of one moment.
	TakeSnapshot(ctx context.Context, c Claim, compose func(Sight) (Snapshot, error)) (Snapshot, error)
	// RunSnapshot returns the stored snapshot of a run.
	RunSnapshot(ctx context.Context, run guild.ID) (Snapshot, error)
	// Messages returns the messages of a run after a seq, in order.
	Messages(ctx context.Context, run guild.ID, after int) ([]Message, error)
	// AppendMessage stores a message and returns its seq. A message that is stored already stays
	// as it is.
	AppendMessage(ctx context.Context, f Fence, m Message) (seq int, err error)
	// FinishGeneration ends a generation with a message that says so, and sees to it
	// that the agent's next one starts.
	FinishGeneration(ctx context.Context, f Fence, e Ending) error
	// ReleaseGeneration gives a generation back to be claimed again.
	ReleaseGeneration(ctx context.Context, f Fence) error
}

// Held is a generation that a daemon runs.
type Held struct {
	Fence
	Cancelling bool // an operator has asked for its end
}
