package modeltest

import (
	"fmt"
	"hash/fnv"
)

// answer is a turn on its way to the client.
type answer struct {
	Turn
	request Request
}

type object = map[string]any

// id is the same for the same conversation.
func (a *answer) id() string {
	h := fnv.New32a()
	for _, m := range a.request.Messages {
		_, _ = h.Write(append([]byte(m.Role), m.Content...)) // a hash takes everything
	}
	return fmt.Sprintf("gen-%08x-%d", h.Sum32(), a.request.Turns())
}

func (a *answer) callID(n int) string {
	if a.Calls[n].ID != "" {
		return a.Calls[n].ID
	}
	return fmt.Sprintf("call_%d_%d", a.request.Turns(), n)
}

// chunk makes one event.
func (a *answer) chunk(delta object, finish any) object {
	return object{
		"id": a.id(), "object": "chat.completion.chunk", "created": 1700000000, "model": a.request.Model,
		"choices": []any{object{"index": 0, "delta": delta, "finish_reason": finish}},
	}
}

func (a *answer) broken(r Refusal) object {
	c := a.chunk(object{"content": ""}, "error")
	kind := r.Kind
	if kind == "" {
		kind = "unmapped"
	}
	c["error"] = object{"code": r.Status, "message": r.Message, "metadata": object{"error_type": kind}}
	return c
}

func (a *answer) finish() string {
	switch {
	case a.Finish != "":
		return a.Finish
	case len(a.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (a *answer) usage() object {
	u := DefaultUsage
	if a.Usage != nil {
		u = *a.Usage
	}
	return object{
		"prompt_tokens": u.Prompt, "completion_tokens": u.Completion, "total_tokens": u.Prompt + u.Completion,
		"prompt_tokens_details":     object{"cached_tokens": u.Cached},
		"completion_tokens_details": object{"reasoning_tokens": u.Reasoning},
	}
}

func (a *answer) cost() float64 {
	if a.Usage != nil {
		return a.Usage.Cost
	}
	return DefaultUsage.Cost
}

// openRouterChunks cuts text and arguments into small pieces, and lets those of
// several calls take turns. The usage comes in an event of its own.
func (a *answer) openRouterChunks() []any {
	all := []any{a.chunk(object{"role": "assistant", "content": ""}, nil)}
	for _, piece := range cutText(a.Reasoning) {
		all = append(all, a.chunk(object{"reasoning": piece, "reasoning_details": []any{
			object{"type": "reasoning.text", "text": piece, "format": "unknown", "index": 0},
		}}, nil))
	}
	for _, piece := range cutText(a.Text) {
		all = append(all, a.chunk(object{"content": piece}, nil))
	}
	all = append(all, a.callChunks()...)
	all = append(all, a.chunk(object{}, a.finish()))
	if a.NoUsage {
		return all
	}
	last := a.chunk(nil, nil)
	last["choices"] = []any{}
	usage := a.usage()
	usage["cost"] = a.cost()
	last["usage"] = usage
	return append(all, last)
}

func (a *answer) callChunks() []any {
	var all []any
	rest := make([][]string, len(a.Calls))
	for n, c := range a.Calls {
		rest[n] = cutText(string(c.Arguments))
		all = append(all, a.callChunk(object{
			"index": n, "id": a.callID(n), "type": "function", "function": object{"name": c.Name, "arguments": ""},
		}))
	}
	for more := true; more; {
		more = false
		for n := range rest {
			if len(rest[n]) > 0 {
				all = append(all, a.callChunk(object{"index": n, "function": object{"arguments": rest[n][0]}}))
				rest[n], more = rest[n][1:], true
			}
		}
	}
	return all
}

func (a *answer) callChunk(call object) object {
	return a.chunk(object{"tool_calls": []any{call}}, nil)
}

// deepInfraChunks sends whole calls without an index, as some engines behind it do,
// and the usage with the end.
func (a *answer) deepInfraChunks() []any {
	all := []any{a.chunk(object{"role": "assistant", "content": ""}, nil)}
	for _, piece := range cutText(a.Reasoning) {
		all = append(all, a.chunk(object{"reasoning_content": piece}, nil))
	}
	for _, piece := range cutText(a.Text) {
		all = append(all, a.chunk(object{"content": piece}, nil))
	}
	for n, c := range a.Calls {
		all = append(all, a.callChunk(object{"id": a.callID(n), "type": "function", "function": object{"name": c.Name, "arguments": string(c.Arguments)}}))
	}
	last := a.chunk(object{}, a.finish())
	if !a.NoUsage {
		usage := a.usage()
		usage["estimated_cost"] = a.cost()
		last["usage"] = usage
	}
	return append(all, last)
}

// cutText cuts a text between characters, into pieces short enough to end in the
// middle of words and of JSON's escapes, and at most a few dozen.
func cutText(s string) []string {
	const pieces, shortest = 40, 5 // characters
	runes := []rune(s)
	size := max(shortest, len(runes)/pieces)
	var all []string
	for len(runes) > size {
		all, runes = append(all, string(runes[:size])), runes[size:]
	}
	if len(runes) > 0 {
		all = append(all, string(runes))
	}
	return all
}
