package secret

import (
	"context"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Ask asks the operator for a secret. One that the agent has already, from
// whichever scope, is a conflict; of a name that was asked for and not answered yet
// the open request is returned, with opened false.
func (v *Vault) Ask(ctx context.Context, agent guild.Scope, run guild.ID, name, reason string) (r Request, opened bool, err error) {
	problems := slices.Concat(checkName(name), checkText("reason", reason, MaxReason))
	if strings.TrimSpace(reason) == "" {
		problems = append(problems, guild.Problem{Path: "reason", Message: "is empty; say what the secret is for"})
	}
	if err := guild.Invalid("the operator cannot be asked for this", problems); err != nil {
		return r, false, err
	}
	stored, err := v.Store.SecretsOf(ctx, agent.ID)
	if err != nil {
		return r, false, err
	}
	if i := slices.IndexFunc(stored, func(s Secret) bool { return s.Name == name }); i >= 0 {
		return r, false, guild.Errorf(guild.CodeConflict, "the secret %s is stored already, at %s: use it where it is, as $%s in the sandbox", name, stored[i].Scope, name)
	}
	return v.Store.OpenRequest(ctx, Request{ID: guild.NewID(), AgentID: agent.ID, Agent: agent.Path, Run: run, Name: name, Reason: reason})
}

// Answer stores value as the secret that a request asks for, at the agent that
// asked. The run that asked is told that it is there, without the value.
func (v *Vault) Answer(ctx context.Context, id guild.ID, value, by string) (Request, error) {
	asked, err := v.Store.SecretRequest(ctx, id)
	if err != nil {
		return Request{}, err
	}
	answer, err := v.seal(New{
		Scope: guild.Scope{ID: asked.AgentID, Level: guild.Agent, Path: asked.Agent},
		Name:  asked.Name, Value: value, By: by,
	})
	if err != nil {
		return Request{}, err
	}
	return v.Store.CloseRequest(ctx, Request{ID: id, Status: Answered, ClosedBy: by}, &answer)
}

// Decline closes a request without a secret. The run that asked is told why.
func (v *Vault) Decline(ctx context.Context, id guild.ID, why, by string) (Request, error) {
	if err := guild.Invalid("the request cannot be declined like this", checkText("reason", why, MaxReason)); err != nil {
		return Request{}, err
	}
	return v.Store.CloseRequest(ctx, Request{ID: id, Status: Declined, ClosedBy: by, Note: why}, nil)
}
