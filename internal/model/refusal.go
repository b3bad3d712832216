package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// complaint is an error in a provider's words.
type complaint struct {
	status int // that it names; 0 for none
	kind   string
	words  string
}

// kinds give a status where a provider names only the kind of its error.
var kinds = map[string]int{
	"context_length_exceeded": http.StatusBadRequest, "max_tokens_exceeded": http.StatusBadRequest,
	"invalid_request": http.StatusBadRequest, "authentication": http.StatusUnauthorized,
	"payment_required": http.StatusPaymentRequired, "permission_denied": http.StatusForbidden,
	"content_policy_violation": http.StatusForbidden, "refusal": http.StatusForbidden,
	"not_found": http.StatusNotFound, "payload_too_large": http.StatusRequestEntityTooLarge,
	"unprocessable": http.StatusUnprocessableEntity, "rate_limit_exceeded": http.StatusTooManyRequests,
	"server": http.StatusInternalServerError, "provider_unavailable": http.StatusBadGateway,
	"provider_overloaded": http.StatusServiceUnavailable, "timeout": http.StatusGatewayTimeout,
}

// complaintIn reads the body of a refusal in any of the shapes that are known:
// {"error": {...}} and {"error": "..."} of OpenAI, {"detail": ...} of FastAPI, or
// a text.
func complaintIn(body []byte) complaint {
	var whole struct {
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
		Message string          `json:"message"`
	}
	switch err := json.Unmarshal(body, &whole); {
	case err != nil:
		return complaint{words: plainText(body)}
	case isSet(whole.Error):
		return complaintOf(whole.Error)
	case isSet(whole.Detail):
		return complaint{words: detailOf(whole.Detail)}
	}
	return complaint{words: whole.Message}
}

func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// plainText leaves out the page of a proxy, which says nothing that helps.
func plainText(body []byte) string {
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return ""
	}
	return string(body)
}

// complaintOf reads the member error.
func complaintOf(raw json.RawMessage) complaint {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return complaint{words: text}
	}
	var e struct {
		Code     json.RawMessage `json:"code"` // a number, a word, or null
		Type     string          `json:"type"`
		Message  string          `json:"message"`
		Metadata struct {
			Kind    string          `json:"error_type"`
			Raw     json.RawMessage `json:"raw"` // what the model's own provider said
			Reasons []string        `json:"reasons"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(raw, &e) // what fits is taken
	c := complaint{kind: e.Metadata.Kind, words: e.Message}
	word := strings.Trim(string(e.Code), `"`)
	c.status, _ = strconv.Atoi(word) // 0 for a word
	for _, kind := range []string{word, e.Type} {
		if c.kind == "" && kinds[kind] != 0 {
			c.kind = kind
		}
	}
	if c.status < http.StatusBadRequest || c.status > 599 {
		c.status = kinds[c.kind]
	}
	for _, more := range append(e.Metadata.Reasons, innerWords(e.Metadata.Raw)) {
		if more != "" && !strings.Contains(c.words, more) {
			c.words += ": " + more
		}
	}
	return c
}

// innerWords finds the message in metadata.raw: another refusal, in JSON or as a
// string that holds JSON, or in a list.
func innerWords(raw json.RawMessage) string {
	if !isSet(raw) {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = json.RawMessage(text)
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		raw = list[0]
	}
	if c := complaintIn(raw); c.words != "" {
		return c.words
	}
	return string(raw)
}

// detailOf reads FastAPI's detail: a text, {"error": "..."}, or a list of what is
// wrong with the body.
func detailOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []struct {
		Loc []any  `json:"loc"`
		Msg string `json:"msg"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return complaintIn(raw).words
	}
	all := make([]string, len(list))
	for i, p := range list {
		var path []string
		for _, step := range p.Loc {
			path = append(path, fmt.Sprint(step))
		}
		all[i] = strings.Join(path, ".") + ": " + p.Msg
	}
	return strings.Join(all, "; ")
}
