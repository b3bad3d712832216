package secret

import (
	"context"
	"fmt"
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
// asked, and tells the run that it is there, without the value. untold says why the
// run could not be told, where it could not; the secret is stored all the same.
func (v *Vault) Answer(ctx context.Context, id guild.ID, value, by string) (r Request, untold error, err error) {
	asked, err := v.Store.SecretRequest(ctx, id)
	if err != nil {
		return r, nil, err
	}
	answer, err := v.seal(New{
		Scope: guild.Scope{ID: asked.AgentID, Level: guild.Agent, Path: asked.Agent},
		Name:  asked.Name, Value: value, By: by,
	})
	if err != nil {
		return r, nil, err
	}
	r, err = v.Store.CloseRequest(ctx, Request{ID: id, Status: Answered, ClosedBy: by}, &answer)
	if err != nil {
		return r, nil, err
	}
	return r, v.tell(ctx, r, fmt.Sprintf("The operator stored the secret %[1]s. Commands in the sandbox have it as $%[1]s. Its value is never shown.", r.Name)), nil
}

// Decline closes a request without a secret, and tells the run why.
func (v *Vault) Decline(ctx context.Context, id guild.ID, why, by string) (r Request, untold error, err error) {
	if err := guild.Invalid("the request cannot be declined like this", checkText("reason", why, MaxReason)); err != nil {
		return r, nil, err
	}
	r, err = v.Store.CloseRequest(ctx, Request{ID: id, Status: Declined, ClosedBy: by, Note: why}, nil)
	if err != nil {
		return r, nil, err
	}
	message := fmt.Sprintf("The operator declined to give the secret %s.", r.Name)
	if why != "" {
		message += " Reason: " + why
	}
	return r, v.tell(ctx, r, message), nil
}

// tell tells the run that asked. Who answered need not wait for it to the end.
func (v *Vault) tell(ctx context.Context, r Request, message string) error {
	if r.Run == "" {
		return nil // a test of the tool asked, and nobody listens
	}
	if v.Runs == nil {
		return guild.Errorf(guild.CodeUnsupported, "nothing runs on this box")
	}
	return v.Runs.Tell(context.WithoutCancel(ctx), r.Run, message)
}
