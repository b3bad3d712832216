package googletest

import "net/http"

// Refusal is an answer that is an error, in the form of
// https://developers.google.com/workspace/gmail/api/guides/handle-errors.
type Refusal struct {
	Status  int
	Message string
	Reason  string // in errors
	State   string // in status
	Detail  string // the reason in details; empty for no details
	Raw     string // the whole body instead, where it is not empty
}

// Refusals in Google's words.
var (
	Unauthenticated = Refusal{
		Status: http.StatusUnauthorized, Reason: "authError", State: "UNAUTHENTICATED",
		Message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
	}
	ScopeInsufficient = Refusal{
		Status: http.StatusForbidden, Reason: "insufficientPermissions", State: "PERMISSION_DENIED", Detail: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
		Message: "Request had insufficient authentication scopes.",
	}
	ServiceDisabled = Refusal{
		Status: http.StatusForbidden, Reason: "accessNotConfigured", State: "PERMISSION_DENIED", Detail: "SERVICE_DISABLED",
		Message: "Gmail API has not been used in project 123456789012 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/gmail.googleapis.com/overview?project=123456789012 then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.",
	}
	RateLimited = Refusal{
		Status: http.StatusForbidden, Reason: "userRateLimitExceeded", State: "PERMISSION_DENIED", Message: "User Rate Limit Exceeded",
	}
	MailNotEnabled = Refusal{
		Status: http.StatusBadRequest, Reason: "failedPrecondition", State: "FAILED_PRECONDITION", Message: "Mail service not enabled",
	}
)

func invalidArgument(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Message: message, Reason: "invalid", State: "INVALID_ARGUMENT"}
}

// Refuse makes the next calls of a method, by its id in the documents, be refused
// one after the other.
func (s *Server) Refuse(method string, refusals ...Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals[method] = append(s.refusals[method], refusals...)
}

func (r *Refusal) send(w http.ResponseWriter) {
	if r.Raw != "" {
		http.Error(w, r.Raw, r.Status)
		return
	}
	e := map[string]any{
		"code": r.Status, "message": r.Message, "status": r.State,
		"errors": []any{map[string]any{"message": r.Message, "domain": "global", "reason": r.Reason}},
	}
	if r.Detail != "" {
		e["details"] = []any{map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": r.Detail, "domain": "googleapis.com"}}
	}
	sendJSON(w, r.Status, map[string]any{"error": e})
}
