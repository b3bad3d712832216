package run

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/guildsbox/guilds/internal/model"
)

// Offering is the tools that runs offer, ready to be sent. Runs share it, and nobody
// changes it.
type Offering struct {
	Hash  [sha256.Size]byte // of Document
	Tools []Offered

	Document json.RawMessage // the tools as they are stored

	byName map[string]*Offered
	ready  *model.Toolset
	tokens int // what they take of a model's context, by estimate
}

// NewOffering prepares tools, in the order in which they are offered.
func NewOffering(tools []Offered) (*Offering, error) {
	if tools == nil {
		tools = []Offered{}
	}
	document, err := json.Marshal(tools)
	if err != nil {
		return nil, fmt.Errorf("encode the offered tools: %w", err)
	}
	return prepare(tools, document), nil
}

// ReadOffering reads tools as they were stored.
func ReadOffering(document json.RawMessage) (*Offering, error) {
	var tools []Offered
	if err := json.Unmarshal(document, &tools); err != nil {
		return nil, fmt.Errorf("the stored tools of a run: %w", err)
	}
	return prepare(tools, document), nil
}

func prepare(tools []Offered, document json.RawMessage) *Offering {
	o := &Offering{Hash: sha256.Sum256(document), Tools: tools, Document: document, byName: make(map[string]*Offered, len(tools))}
	sent := make([]model.Tool, len(tools))
	for i := range tools {
		t := &tools[i]
		o.byName[t.Name] = t
		sent[i] = model.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
	}
	o.ready = model.NewToolset(sent)
	o.tokens = tokens(len(document))
	return o
}

// Without returns the offering without some tools, or itself where none of them is in
// it.
func (o *Offering) Without(off func(Offered) bool) *Offering {
	kept := make([]Offered, 0, len(o.Tools))
	for _, t := range o.Tools {
		if !off(t) {
			kept = append(kept, t)
		}
	}
	if len(kept) == len(o.Tools) {
		return o
	}
	return prepare(kept, nil)
}
