package api

import (
	"net/http"
	"time"
)

// The operations on groups: in the one of its guild, operators and agents post.
var (
	ListGroupMessages = Operation{"list-group-messages", http.MethodGet, "/api/guilds/{id}/group", "What was posted in a guild's group, in order"}
	PostToGroup       = Operation{"post-to-group", http.MethodPost, "/api/guilds/{id}/group", "Post to a guild's group, which wakes agents"}
)

var groupOperations = []Operation{ListGroupMessages, PostToGroup}

// NewGroupMessage is what an operator posts.
type NewGroupMessage struct {
	Text string `json:"text" doc:"At most 4000 characters; @NAME wakes that agent of the guild, @all every agent"`
}

// GroupMessage is one message of a guild's group.
type GroupMessage struct {
	ID      string      `json:"id" format:"uuid"`
	Seq     int         `json:"seq" doc:"In its group, from 1"`
	Kind    string      `json:"kind" enum:"operator,agent" doc:"Who posted it"`
	Author  string      `json:"author" doc:"An operator's name, or an agent's slug"`
	AgentID string      `json:"agent_id,omitempty" format:"uuid" doc:"Of the agent that posted it; missing once that is deleted"`
	RunID   string      `json:"run_id,omitempty" format:"uuid" doc:"In which an agent posted it"`
	Text    string      `json:"text" doc:"Redacted"`
	Hops    int         `json:"hops" doc:"How often agents woke each other since an operator began this; a message of 8 wakes nobody"`
	Woken   []GroupWake `json:"woken" doc:"Whom it woke, by name"`
	At      time.Time   `json:"at"`
}

// GroupWake is an agent that a message woke, with the run that works on it.
type GroupWake struct {
	AgentID string `json:"agent_id" format:"uuid"`
	Agent   string `json:"agent" doc:"Its slug"`
	RunID   string `json:"run_id" format:"uuid"`
}

// PostedGroupMessage is a message that was posted.
type PostedGroupMessage struct {
	GroupMessage
	Unknown []string `json:"unknown" doc:"Names that it mentions, and that no agent of the guild has"`
}

// GroupQuery narrows a listing of a group's messages. Without After, or where it is
// negative, it is the last ones that are listed, else the first after that seq.
type GroupQuery struct {
	After int `query:"after" default:"-1" minimum:"-1" doc:"Only messages after this seq, from there on; the last ones when left out"`
	Limit int `query:"limit" default:"50" minimum:"1" maximum:"500"`
}
