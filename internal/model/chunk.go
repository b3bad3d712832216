package model

import (
	"encoding/json"
	"strings"
)

// chunk is one event of a streamed answer, or a whole one that was not streamed.
type chunk struct {
	ID      string          `json:"id"`
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Delta   piece  `json:"delta"`
	Message *piece `json:"message"` // in place of the delta where nothing is streamed
	Finish  string `json:"finish_reason"`
}

// piece is a part of an assistant's turn.
type piece struct {
	Content          words             `json:"content"`
	Refusal          words             `json:"refusal"`
	Reasoning        words             `json:"reasoning"`
	ReasoningContent words             `json:"reasoning_content"` // DeepInfra and others behind vLLM
	Details          []json.RawMessage `json:"reasoning_details"`
	ToolCalls        []callPiece       `json:"tool_calls"`
}

// words are a text or a list of parts, of which the texts count.
type words string

// UnmarshalJSON takes whatever comes, and leaves out what is no text.
func (w *words) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*w = words(text)
		return nil
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(data, &parts) // anything else says nothing
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	*w = words(b.String())
	return nil
}

type callPiece struct {
	Index    *int   `json:"index"` // some providers leave it out
	ID       string `json:"id"`
	Function struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
}

// arguments are a text that holds JSON; some servers send the object itself.
type arguments string

// UnmarshalJSON takes both.
func (a *arguments) UnmarshalJSON(data []byte) error {
	var text *string
	if json.Unmarshal(data, &text) != nil {
		*a = arguments(data)
		return nil
	}
	if text != nil {
		*a = arguments(*text)
	}
	return nil
}

type usage struct {
	Prompt        int         `json:"prompt_tokens"`
	Completion    int         `json:"completion_tokens"`
	Cost          json.Number `json:"cost"`           // OpenRouter
	EstimatedCost json.Number `json:"estimated_cost"` // DeepInfra
	PromptDetails struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

func (u usage) usage() Usage {
	cost := u.Cost
	if cost == "" {
		cost = u.EstimatedCost
	}
	return Usage{
		Prompt: u.Prompt, Completion: u.Completion, Cached: u.PromptDetails.Cached,
		ReasoningTokens: u.CompletionDetails.Reasoning, Cost: cost.String(),
	}
}
