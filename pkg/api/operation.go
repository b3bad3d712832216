package api

import (
	"net/http"
	"slices"
)

// Operation is one entry of the local API. The daemon registers its handlers
// and the client addresses its requests by the same values.
type Operation struct {
	ID      string // operationId of the OpenAPI document
	Method  string
	Path    string // with {name} for each path parameter
	Summary string
}

// The operations.
var (
	GetHealth    = Operation{"get-health", http.MethodGet, "/healthz", "Whether the daemon runs"}
	GetReadiness = Operation{"get-readiness", http.MethodGet, "/readyz", "Whether the daemon can serve: its database answers"}
	GetMetrics   = Operation{"get-metrics", http.MethodGet, "/metrics", "Metrics in the Prometheus text format"}
	GetStatus    = Operation{"get-status", http.MethodGet, "/api/status", "What this box holds and how it is"}
	GetConfig    = Operation{"get-config", http.MethodGet, "/api/config", "The daemon's effective configuration, without its secrets"}
	GetInstance  = Operation{"get-instance", http.MethodGet, "/api/instance", "The box's authentication mode and integrations"}

	ListScopes  = Operation{"list-scopes", http.MethodGet, "/api/scopes", "Organisations, guilds and agents"}
	CreateScope = Operation{"create-scope", http.MethodPost, "/api/scopes", "Make an organisation, guild or agent"}
	GetScope    = Operation{"get-scope", http.MethodGet, "/api/scopes/{id}", "One organisation, guild or agent"}
	DeleteScope = Operation{"delete-scope", http.MethodDelete, "/api/scopes/{id}", "Delete an organisation, guild or agent and all that it holds"}

	ListServers      = Operation{"list-servers", http.MethodGet, "/api/mcp/servers", "The published connectors"}
	AdminListServers = Operation{"admin-list-servers", http.MethodGet, "/api/admin/mcp/servers", "Every row of the connector catalog"}
	AdminAddServer   = Operation{"admin-add-server", http.MethodPost, "/api/admin/mcp/servers", "Add a connector"}
	AdminEditServer  = Operation{"admin-edit-server", http.MethodPatch, "/api/admin/mcp/servers/{id}", "Edit a connector"}
	AdminDropServer  = Operation{"admin-drop-server", http.MethodDelete, "/api/admin/mcp/servers/{id}", "Remove a connector that an admin added"}
	AdminResetServer = Operation{"admin-reset-server", http.MethodPost, "/api/admin/mcp/servers/{id}/reset", "Take the seed's copy back"}
	AdminEditTool    = Operation{"admin-edit-tool", http.MethodPut, "/api/admin/mcp/servers/{id}/tools/{name}", "Edit the published copy of a connector's tool"}

	ListConnections = Operation{"list-connections", http.MethodGet, "/api/mcp/connections", "Logins, as metadata only"}
	GetConnection   = Operation{"get-connection", http.MethodGet, "/api/mcp/connections/{id}", "One login, as metadata only"}
	Connect         = Operation{"connect", http.MethodPost, "/api/mcp/connections", "Connect a login at a scope"}
	Disconnect      = Operation{"disconnect", http.MethodDelete, "/api/mcp/connections/{id}", "Delete a login and the bindings that point at it"}
	SyncConnection  = Operation{"sync-connection", http.MethodPost, "/api/mcp/connections/{id}/sync", "List a login's tools again now"}
	CallTool        = Operation{"call-tool", http.MethodPost, "/api/mcp/connections/{id}/call", "Test a tool on a login"}

	ListFolders  = Operation{"list-folders", http.MethodGet, "/api/mcp/connections/{id}/folders", "The folders that a login may be limited to"}
	ChooseFolder = Operation{"choose-folder", http.MethodPut, "/api/mcp/connections/{id}/folder", "Limit a login to one folder"}

	CompleteLogin     = Operation{"complete-login", http.MethodGet, "/api/mcp/oauth/callback", "Where a browser login ends; its state is the proof"}
	ListInstallations = Operation{"list-installations", http.MethodGet, "/api/mcp/oauth/github-installation", "The page on which the operator chooses a GitHub installation"}
	PickInstallation  = Operation{"pick-installation", http.MethodPost, "/api/mcp/oauth/github-installation", "Choose a GitHub installation"}
	GetClientMetadata = Operation{"get-client-metadata", http.MethodGet, "/client-metadata.json", "The client-ID metadata document of a public box"}
	CancelLogin       = Operation{"cancel-login", http.MethodPost, "/api/mcp/connections/{id}/cancel", "End a browser login that is on its way"}

	ListRepositories      = Operation{"list-repositories", http.MethodGet, "/api/mcp/connections/{id}/github/repositories", "The repositories that a GitHub login's installation reaches"}
	GetSelected           = Operation{"get-selected", http.MethodGet, "/api/mcp/connections/{id}/github/selected", "The repositories that a GitHub login is for"}
	PutSelected           = Operation{"put-selected", http.MethodPut, "/api/mcp/connections/{id}/github/selected", "Choose the repositories that a GitHub login is for"}
	ListGuildRepositories = Operation{"list-guild-repositories", http.MethodGet, "/api/guilds/{id}/repositories", "A guild's repositories and the GitHub logins visible there"}

	ListBindings   = Operation{"list-bindings", http.MethodGet, "/api/bindings", "Bindings at a scope, or at it and all below"}
	PutBinding     = Operation{"put-binding", http.MethodPut, "/api/bindings", "Switch a catalog item on or off at a scope"}
	DeleteBinding  = Operation{"delete-binding", http.MethodDelete, "/api/bindings", "Let a scope inherit a catalog item again"}
	ExplainBinding = Operation{"explain-binding", http.MethodGet, "/api/bindings/explain", "Which binding decides at a scope, level by level"}

	GetAccess = Operation{"get-access", http.MethodGet, "/api/access", "The access view of a scope: its connectors, logins and tools"}
	ListTools = Operation{"list-tools", http.MethodGet, "/api/tools", "The tools of a scope, offered or not and why"}
	GetTool   = Operation{"get-tool", http.MethodGet, "/api/tools/{name}", "One tool of a scope with its schemas"}

	CallNative = Operation{"call-native", http.MethodPost, "/api/tools/{name}/call", "Test a native tool as an agent"}

	ListTokens  = Operation{"list-tokens", http.MethodGet, "/api/tokens", "API tokens, without their secrets"}
	CreateToken = Operation{"create-token", http.MethodPost, "/api/tokens", "Make an API token; its secret is shown this once"}
	DeleteToken = Operation{"delete-token", http.MethodDelete, "/api/tokens/{id}", "Revoke an API token"}
)

// Operations returns every operation, in the order of the documentation.
func Operations() []Operation {
	return slices.Clone(operations)
}

// operations are those of this file; an area adds those of its own file after them.
var operations = slices.Concat([]Operation{
	GetHealth, GetReadiness, GetMetrics, GetStatus, GetConfig, GetInstance,
	ListScopes, CreateScope, GetScope, DeleteScope,
	ListServers, AdminListServers, AdminAddServer, AdminEditServer, AdminDropServer, AdminResetServer, AdminEditTool,
	ListConnections, GetConnection, Connect, Disconnect, SyncConnection, CallTool,
	ListFolders, ChooseFolder,
	CompleteLogin, ListInstallations, PickInstallation, GetClientMetadata, CancelLogin,
	ListRepositories, GetSelected, PutSelected, ListGuildRepositories,
	ListBindings, PutBinding, DeleteBinding, ExplainBinding,
	GetAccess, ListTools, GetTool, CallNative,
	ListTokens, CreateToken, DeleteToken,
},
	agentOperations,
	coinOperations,
	collectionOperations,
	groupOperations,
	issueOperations,
	memoryOperations,
	modelOperations,
	noteOperations,
	recordOperations,
	runOperations,
	scheduleOperations,
	secretOperations,
)
