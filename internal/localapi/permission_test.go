package localapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
)

// instanceAdmin is the role that only the platform's admins have.
const instanceAdmin access.Role = "instance admin"

// row is what one operation needs and how it is asked. $scope, $login, $token and
// $server stand for things of one organisation, $fresh for a new guild in it and
// $agent for a new agent there, which has $secret, asks for another with $request and
// reported $issue.
type row struct {
	op      api.Operation
	least   access.Role
	path    string // the values of the path's parameters, by commas
	query   string
	body    string
	ok      int // the status for who may
	outside int // the status for who may, and does not reach; 0 where it is about no scope
}

var rows = []row{
	{api.GetHealth, access.Viewer, "", "", "", 200, 0},
	{api.GetReadiness, access.Viewer, "", "", "", 200, 0},
	{api.GetMetrics, instanceAdmin, "", "", "", 200, 0},
	{api.GetStatus, access.Viewer, "", "", "", 200, 0},
	{api.GetConfig, instanceAdmin, "", "", "", 200, 0},
	{api.GetInstance, access.Viewer, "", "", "", 200, 0},

	{api.ListScopes, access.Viewer, "", "within_id=$scope", "", 200, 404},
	{api.CreateScope, access.Admin, "", "", `{"parent_id":"$scope","slug":"$slug"}`, 201, 404},
	{api.GetScope, access.Viewer, "$scope", "", "", 200, 404},
	{api.DeleteScope, access.Admin, "$scope", "dry_run=true", "", 200, 404},

	{api.ListServers, access.Viewer, "", "", "", 200, 0},
	{api.AdminListServers, instanceAdmin, "", "", "", 200, 0},
	{api.AdminAddServer, instanceAdmin, "", "", `{"slug":"$slug","url":"https://new.test/mcp","auth":"none"}`, 201, 0},
	{api.AdminEditServer, instanceAdmin, "$server", "", `{"description":"x"}`, 200, 0},
	{api.AdminDropServer, instanceAdmin, "$server", "dry_run=true", "", 200, 0},
	{api.AdminResetServer, instanceAdmin, "$weather", "", "", 200, 0},
	{api.AdminEditTool, instanceAdmin, "$weather,today", "", `{"description":"x"}`, 200, 0},

	{api.ListConnections, access.Viewer, "", "within_id=$scope", "", 200, 404},
	{api.GetConnection, access.Viewer, "$login", "", "", 200, 404},
	{api.Connect, access.Operator, "", "", `{"server_id":"$server","scope_id":"$fresh","fields":{"token":"` + canary + `"}}`, 201, 404},
	{api.Disconnect, access.Operator, "$login", "dry_run=true", "", 200, 404},
	{api.SyncConnection, access.Operator, "$login", "", "", 200, 404},
	{api.CallTool, access.Operator, "$login", "", `{"name":"echo","arguments":{"message":"x"}}`, 200, 404},

	{api.CancelLogin, access.Operator, "$login", "", "", 204, 404},

	// The login is not one for Drive or GitHub, which is told after who may.
	{api.ListFolders, access.Operator, "$login", "", "", 422, 404},
	{api.ChooseFolder, access.Operator, "$login", "", `{"id":"f"}`, 422, 404},
	{api.TryCoins, access.Operator, "", "", `{"query":"x","fields":{}}`, 404, 0},
	{api.SearchCoins, access.Operator, "$login", "q=x", "", 422, 404},
	{api.GetPinned, access.Viewer, "$login", "", "", 200, 404},
	{api.PutPinned, access.Operator, "$login", "", `{"coins":[{"id":"bitcoin"}]}`, 422, 404},
	{api.ListRepositories, access.Viewer, "$login", "", "", 422, 404},
	{api.GetSelected, access.Viewer, "$login", "", "", 200, 404},
	{api.PutSelected, access.Operator, "$login", "", `{"repositories":[]}`, 422, 404},
	{api.ListGuildRepositories, access.Viewer, "$fresh", "", "", 200, 404},

	{api.ListBindings, access.Viewer, "", "scope_id=$scope", "", 200, 404},
	{api.PutBinding, access.Operator, "", "", `{"scope_id":"$scope","catalog_kind":"native_tool","catalog_id":"note_get","enabled":true}`, 200, 404},
	{api.DeleteBinding, access.Operator, "", "scope_id=$scope&catalog_kind=native_tool&catalog_id=note_get", "", 204, 404},
	{api.ExplainBinding, access.Viewer, "", "scope_id=$scope&name=tools", "", 200, 404},

	{api.GetAccess, access.Viewer, "", "scope_id=$scope", "", 200, 404},
	{api.ListTools, access.Viewer, "", "scope_id=$scope", "", 200, 404},
	{api.GetTool, access.Viewer, "tools_echo", "scope_id=$scope", "", 200, 404},
	// The scope is no agent, which is told after who may.
	{api.CallNative, access.Operator, "note_get", "", `{"scope_id":"$scope","arguments":{"path":"agent/a.md"}}`, 422, 404},

	{api.ListTokens, access.Admin, "", "", "", 200, 0},
	{api.CreateToken, access.Admin, "", "", `{"scope_id":"$scope","role":"viewer"}`, 201, 404},
	{api.DeleteToken, access.Admin, "$token", "", "", 204, 404},

	{api.GetAgent, access.Viewer, "$agent", "", "", 200, 404},
	{api.ListModels, access.Viewer, "", "scope_id=$scope&search=nothing", "", 200, 404},
	{api.ListModelKeys, access.Viewer, "", "within_id=$scope", "", 200, 404},
	{api.PutModelKey, access.Operator, "$scope,openrouter", "", `{"value":"` + canary + `"}`, 200, 404},
	{api.DeleteModelKey, access.Operator, "$scope,openrouter", "", "", 204, 404},
	{api.EditAgent, access.Operator, "$agent", "", `{"coding":true}`, 200, 404},

	{api.ListNotes, access.Viewer, "", "scope_id=$agent", "", 200, 404},
	{api.PutNote, access.Operator, "agent,a.md", "", `{"scope_id":"$agent","content":"x"}`, 200, 404},
	{api.GetNote, access.Viewer, "agent,plan.md", "scope_id=$agent", "", 200, 404},
	{api.DeleteNote, access.Operator, "agent,plan.md", "scope_id=$agent", "", 204, 404},
	{api.GetMemory, access.Viewer, "$agent", "", "", 200, 404},
	{api.PutMemory, access.Operator, "$agent", "", `{"content":"x"}`, 200, 404},
	{api.ListMemoryRevisions, access.Viewer, "$agent", "", "", 200, 404},
	{api.GetMemoryRevision, access.Viewer, "$agent,$revision", "", "", 200, 404},
	{api.RestoreMemoryRevision, access.Operator, "$agent,$revision", "", "", 200, 404},

	{api.ListSchedules, access.Viewer, "", "within_id=$agent", "", 200, 404},
	{api.CreateSchedule, access.Operator, "", "", `{"agent_id":"$agent","description":"d","instruction":"i","cron":"0 9 * * *"}`, 201, 404},
	{api.PreviewSchedule, access.Operator, "", "", `{"agent_id":"$agent","description":"d","instruction":"i","cron":"0 9 * * *"}`, 200, 404},
	{api.GetSchedule, access.Viewer, "$schedule", "", "", 200, 404},
	{api.PauseSchedule, access.Operator, "$schedule", "", "", 200, 404},
	{api.ResumeSchedule, access.Operator, "$schedule", "", "", 200, 404},
	{api.WakeSchedule, access.Operator, "$schedule", "", "", 200, 404},
	{api.DeleteSchedule, access.Operator, "$schedule", "", "", 204, 404},

	{api.ListRuns, access.Viewer, "", "scope_id=$scope", "", 200, 404},
	{api.StartRun, access.Operator, "", "", `{"agent_id":"$agent","message":"Go."}`, 201, 404},
	{api.GetRun, access.Viewer, "$run", "", "", 200, 404},
	{api.ListMessages, access.Viewer, "$run", "", "", 200, 404},
	{api.ContinueRun, access.Operator, "$run", "", `{"message":"Go on."}`, 201, 404},
	{api.WatchRun, access.Viewer, "$run", "", "", 200, 404},
	{api.CancelRun, access.Operator, "$queued", "", "", 200, 404},

	{api.ListGroupMessages, access.Viewer, "$fresh", "", "", 200, 404},
	{api.PostToGroup, access.Operator, "$fresh", "", `{"text":"Hello"}`, 201, 404},

	{api.ListSecrets, access.Viewer, "", "scope_id=$agent", "", 200, 404},
	{api.PutSecret, access.Operator, "", "", `{"scope_id":"$agent","name":"OTHER_KEY","value":"` + canary + `"}`, 200, 404},
	{api.DeleteSecret, access.Operator, "$secret", "", "", 204, 404},
	{api.ListSecretRequests, access.Viewer, "", "within_id=$scope", "", 200, 404},
	{api.AnswerSecretRequest, access.Operator, "$request", "", `{"value":"` + canary + `"}`, 200, 404},
	{api.DeclineSecretRequest, access.Operator, "$request", "", `{"reason":"no"}`, 200, 404},

	{api.ListIssues, access.Viewer, "", "within_id=$scope", "", 200, 404},
	{api.GetIssue, access.Viewer, "$issue", "", "", 200, 404},
	{api.ResolveIssue, access.Operator, "$issue", "", `{"note":"done"}`, 200, 404},
	{api.ResolveIssues, access.Operator, "", "", `{"guild_id":"$fresh"}`, 200, 404},

	{api.ListCollections, access.Viewer, "", "within_id=$fresh", "", 200, 404},
	{api.CreateCollection, access.Operator, "", "", `{"scope_id":"$fresh","name":"$slug","columns":[{"name":"a","type":"text"}]}`, 201, 404},
	{api.GetCollection, access.Viewer, "$collection", "", "", 200, 404},
	{api.AlterCollection, access.Operator, "$collection", "", `{"add":[{"name":"b","type":"number"}]}`, 200, 404},
	{api.DeleteCollection, access.Operator, "$collection", "", "", 200, 404},
	{api.ListCollectionGrants, access.Viewer, "$collection", "", "", 200, 404},
	{api.PutCollectionGrant, access.Operator, "$collection,$agent", "", `{"access":"read"}`, 200, 404},
	{api.DeleteCollectionGrant, access.Operator, "$collection,$agent", "", "", 204, 404},
	{api.ListRecords, access.Viewer, "$collection", "", "", 200, 404},
	{api.SearchRecords, access.Viewer, "$collection", "query=x", "", 200, 404},
	{api.GetRecord, access.Viewer, "$collection,$record", "", "", 200, 404},
	{api.AddRecords, access.Operator, "$collection", "", `{"records":[{"a":"x"}]}`, 200, 404},
	{api.UpdateRecord, access.Operator, "$collection,$record", "", `{"body":{"a":"y"}}`, 200, 404},
	{api.RemoveRecord, access.Operator, "$collection,$record", "", "", 204, 404},
}

// forBrowsers are the operations that take no caller: the state of a login is the
// proof, or there is nothing to prove.
var forBrowsers = []api.Operation{api.CompleteLogin, api.ListInstallations, api.PickInstallation, api.GetClientMetadata}

// A browser has no token. What it asks for with a state that is nobody's is not
// there.
func TestBrowsersNeedNoToken(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, op := range forBrowsers {
		req, err := http.NewRequestWithContext(t.Context(), op.Method, b.tcp+op.Path+"?state=nobody&code=c", strings.NewReader("state=nobody&choice=1"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", "null") // as a browser sends with the form of a page without referrer
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers HTTP %d, want 404", op.ID, resp.StatusCode)
		}
	}
}

// things are what the placeholders of a row stand for in one organisation.
type things map[string]string

func (b *box) things(t testing.TB, path string) things {
	t.Helper()
	servers, err := b.db.Servers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	in := things{"$scope": b.id(path), "$server": string(b.tools.ID), "$login": b.connect(t, path).ID}
	for _, s := range servers {
		in["$"+s.Slug] = string(s.ID)
	}
	return in
}

// ofAgent makes a secret, a request and an issue of an agent.
func (b *box) ofAgent(t testing.TB, scout guild.Scope) (ofSecret, ofRequest, ofIssue string) {
	t.Helper()
	kept, err := b.vault.Put(t.Context(), secret.New{Scope: scout, Name: "A_KEY", Value: canary, By: "test"})
	if err != nil {
		t.Fatal(err)
	}
	asked, _, err := b.vault.Ask(t.Context(), scout, "", "B_KEY", "to test")
	if err != nil {
		t.Fatal(err)
	}
	return string(kept.ID), string(asked.ID), b.file(t, scout)
}

// file files an issue of an agent.
func (b *box) file(t testing.TB, scout guild.Scope) (id string) {
	t.Helper()
	i := issue.Issue{ID: guild.NewID(), GuildID: scout.Chain[guild.Guild], AgentID: scout.ID, Agent: scout.Path, Category: "other", Title: "x"}
	if err := b.db.FileIssue(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	return string(i.ID)
}

// ask sends a row's request with what it stands for now.
func (b *box) ask(t testing.TB, token, path string, r row, in things) answer {
	t.Helper()
	fresh := "g" + strings.ReplaceAll(string(guild.NewID()), "-", "")
	made, err := b.db.CreateScope(t.Context(), b.tree[path], fresh, "")
	if err != nil {
		t.Fatal(err)
	}
	scout, err := b.db.CreateScope(t.Context(), made.Scope, "scout", "")
	if err != nil {
		t.Fatal(err)
	}
	in["$slug"], in["$fresh"], in["$agent"] = "n"+fresh, string(made.ID), string(scout.ID)
	in["$secret"], in["$request"], in["$issue"] = b.ofAgent(t, scout.Scope)
	spare := access.Token{ID: guild.NewID(), Role: access.Viewer, Scope: b.tree[path]}
	if _, err := b.db.CreateToken(t.Context(), spare, access.Hash(fresh)); err != nil {
		t.Fatal(err)
	}
	in["$token"] = string(spare.ID)
	in["$collection"], in["$record"] = b.stock(t, made.ID)
	in["$schedule"] = string(b.plan(t, scout.Scope).ID)
	in["$queued"], in["$run"] = b.runOf(t, scout.Scope), b.overRun(t, scout.Scope)
	in["$revision"] = string(b.writeDown(t, scout.Scope))
	fill := func(s string) string {
		for name, value := range in {
			s = strings.ReplaceAll(s, name, value)
		}
		return s
	}
	target := r.op.Path
	for _, value := range strings.Split(fill(r.path), ",") {
		if before, rest, ok := strings.Cut(target, "{"); ok {
			_, after, _ := strings.Cut(rest, "}")
			target = before + value + after
		}
	}
	return b.send(t, token, r.op.Method, target+"?"+fill(r.query), fill(r.body))
}

// Who may do what: each operation, by each role, on what the role reaches and on
// what it does not. A thing outside the reach is not there; a role that is too
// low is denied whatever the thing.
func TestPermissions(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, r := range rows {
		covered[r.op.ID] = true
	}
	for _, op := range api.Operations() {
		if !covered[op.ID] && !slices.Contains(forBrowsers, op) {
			t.Errorf("the table says nothing of who may do %s", op.ID)
		}
	}
	b := newBox(t, nil)
	inside, outside := b.things(t, "acme"), b.things(t, "beta")
	for _, role := range []access.Role{access.Viewer, access.Operator, access.Admin} {
		token := b.token(t, "acme", role)
		for _, r := range rows {
			may := r.least != instanceAdmin && role.Covers(r.least)
			check := func(where string, got answer, want int) {
				t.Helper()
				if !may {
					want = http.StatusForbidden
				}
				if got.status != want {
					t.Errorf("%s by %s %s: HTTP %d, want %d\n%s", r.op.ID, role, where, got.status, want, got.body)
				}
				if got.status >= 400 {
					code := map[int]string{403: api.CodeDenied, 404: api.CodeNotFound, 422: api.CodeInvalid}[got.status]
					if p := got.problem(t); p.Code != code {
						t.Errorf("%s by %s %s: the code is %s, want %s", r.op.ID, role, where, p.Code, code)
					}
				}
			}
			check("within reach", b.ask(t, token, "acme", r, inside), r.ok)
			if r.outside != 0 {
				check("outside", b.ask(t, token, "beta", r, outside), r.outside)
			}
		}
	}
	for _, r := range rows {
		if got := b.ask(t, "", "acme", r, inside); got.status != r.ok {
			t.Errorf("%s over the socket: HTTP %d, want %d\n%s", r.op.ID, got.status, r.ok, got.body)
		}
	}
}

// A scope sees and uses the login that it inherits, and cannot change it.
func TestAnInheritedLoginIsSeenAndNotChanged(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	scout := b.at(t, "acme/research/scout", access.Admin)
	if got, err := scout.GetConnection(t.Context(), login.ID); err != nil || got.Scope != "acme" {
		t.Errorf("the inherited login is %+v (%v)", got, err)
	}
	list, err := scout.ListConnections(t.Context(), api.ConnectionQuery{ScopeID: b.id("acme/research/scout")})
	if err != nil || len(list) != 1 {
		t.Errorf("logins that are visible: %+v (%v)", list, err)
	}
	call := api.ToolCall{Name: "tools_echo", Arguments: map[string]any{"message": "x"}}
	if _, err := scout.CallTool(t.Context(), login.ID, call, nil); err == nil {
		t.Error("the login itself was tested")
	} else {
		wantProblem(t, err, api.CodeDenied, "inherited")
	}
	call.ScopeID = b.id("acme/research/scout")
	if got, err := scout.CallTool(t.Context(), login.ID, call, nil); err != nil || got.Text != "x" {
		t.Errorf("a call that the scope is offered: %+v (%v)", got, err)
	}
	_, err = scout.Disconnect(t.Context(), login.ID, false)
	wantProblem(t, err, api.CodeDenied, "inherited")
	_, err = scout.SyncConnection(t.Context(), login.ID)
	wantProblem(t, err, api.CodeDenied, "inherited")
}

// A token reaches what lies below its scope and lists no more.
func TestATokenListsItsReachAlone(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.connect(t, "acme")
	b.connect(t, "beta")
	viewer := b.at(t, "acme/research", access.Viewer)
	scopes, err := viewer.ListScopes(t.Context(), api.ScopeQuery{})
	if err != nil || len(scopes) != 2 || scopes[0].Path != "acme/research" {
		t.Errorf("scopes: %+v (%v)", scopes, err)
	}
	logins, err := viewer.ListConnections(t.Context(), api.ConnectionQuery{})
	if err != nil || len(logins) != 0 {
		t.Errorf("logins within reach: %+v (%v)", logins, err)
	}
	status, err := viewer.GetStatus(t.Context())
	if err != nil || status.PID != 0 || status.StateDir != "" || status.Scopes["organisation"] != 0 || status.Scopes["guild"] != 1 || status.Logins["connected"] != 0 {
		t.Errorf("status: %+v (%v)", status, err)
	}
	instance, err := viewer.GetInstance(t.Context())
	if err != nil || instance.AuthMode != "token" {
		t.Errorf("instance: %+v (%v)", instance, err)
	}
	if local, err := b.local.GetInstance(t.Context()); err != nil || local.AuthMode != "socket" {
		t.Errorf("instance over the socket: %+v (%v)", local, err)
	}
}
