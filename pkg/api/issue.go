package api

import (
	"net/http"
	"time"
)

// The operations on issues: what agents report to their guild's operators.
var (
	ListIssues    = Operation{"list-issues", http.MethodGet, "/api/issues", "What agents reported to their guilds' operators"}
	GetIssue      = Operation{"get-issue", http.MethodGet, "/api/issues/{id}", "One issue"}
	ResolveIssue  = Operation{"resolve-issue", http.MethodPost, "/api/issues/{id}/resolve", "Resolve an issue"}
	ResolveIssues = Operation{"resolve-issues", http.MethodPost, "/api/issues/resolve", "Resolve every open issue of a guild"}
)

var issueOperations = []Operation{ListIssues, GetIssue, ResolveIssue, ResolveIssues}

// Issue is a problem with its tools that an agent reported.
type Issue struct {
	ID         string     `json:"id" format:"uuid"`
	GuildID    string     `json:"guild_id" format:"uuid"`
	Guild      string     `json:"guild"`
	AgentID    string     `json:"agent_id,omitempty" format:"uuid" doc:"Empty once the agent is deleted"`
	Agent      string     `json:"agent" doc:"Its path when it reported"`
	RunID      string     `json:"run_id,omitempty" format:"uuid" doc:"The run that it was in"`
	CallID     string     `json:"call_id,omitempty" format:"uuid" doc:"The call of report_issue"`
	Category   string     `json:"category" enum:"tool_failure,truncated,api,other"`
	Tool       string     `json:"tool,omitempty" doc:"What it is about"`
	Title      string     `json:"title"`
	Details    string     `json:"details,omitempty"`
	Status     string     `json:"status" enum:"open,resolved"`
	ResolvedBy string     `json:"resolved_by,omitempty"`
	ResolvedAt *time.Time `json:"resolved_at,omitempty"`
	Note       string     `json:"note,omitempty" doc:"Of who resolved it"`
	CreatedAt  time.Time  `json:"created_at"`
}

// IssueQuery narrows a list of issues.
type IssueQuery struct {
	WithinID string `query:"within_id" doc:"Those of the guilds within this scope; else all within reach"`
	All      bool   `query:"all" doc:"Also those that are resolved"`
}

// IssueNote is what an operator says of an issue that is resolved.
type IssueNote struct {
	Note string `json:"note,omitempty" doc:"At most 1000 characters"`
}

// GuildIssues names a guild whose open issues are resolved together.
type GuildIssues struct {
	GuildID string `json:"guild_id" format:"uuid"`
	IssueNote
}

// ResolvedIssues says how many were resolved.
type ResolvedIssues struct {
	Resolved int64 `json:"resolved"`
}
