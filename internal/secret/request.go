package secret

import (
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Status says what became of a request.
type Status string

// The statuses, as the API writes them.
const (
	Open     Status = "open"
	Answered Status = "answered"
	Declined Status = "declined"
)

// Request is an agent's question to its operator for a secret.
type Request struct {
	ID        guild.ID
	AgentID   guild.ID
	Agent     string   // its path
	Run       guild.ID // the run that asked and is told of the answer; empty in a test of the tool
	Name      string
	Reason    string // the agent's
	Status    Status
	ClosedBy  string // the operator who answered or declined
	Note      string // why it was declined
	CreatedAt time.Time
	ClosedAt  *time.Time // nil while it is open
}

// Message tells the run that asked what became of its request, without the value.
func (r Request) Message() string {
	switch {
	case r.Status == Answered:
		return fmt.Sprintf("The operator stored the secret %[1]s. Commands in the sandbox have it as $%[1]s. Its value is never shown.", r.Name)
	case r.Note == "":
		return fmt.Sprintf("The operator declined to give the secret %s.", r.Name)
	}
	return fmt.Sprintf("The operator declined to give the secret %s. Reason: %s", r.Name, r.Note)
}
