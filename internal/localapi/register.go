package localapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

// permission is what a caller needs for an operation, beside reaching the scope
// that it is about.
type permission struct {
	role     access.Role
	instance bool // also for the whole box, and not for a scope
}

var (
	see        = permission{role: access.Viewer}
	operate    = permission{role: access.Operator}
	administer = permission{role: access.Admin}
	instance   = permission{role: access.Admin, instance: true}
)

func (p permission) check(c access.Caller) error {
	switch {
	case p.instance && !c.InstanceAdmin():
		return guild.Errorf(guild.CodeDenied, "only an instance admin may do this").
			WithHint("use the unix socket, or a token made with: guildsctl token create --at platform --role admin")
	case !c.Role.Covers(p.role):
		return guild.Errorf(guild.CodeDenied, "this needs the role %s, and the token has %s", p.role, c.Role)
	}
	return nil
}

// maxBody bounds a request's body, in bytes: arguments of a tool call may be large.
const maxBody = 8 << 20

// reply is an answer with a body.
type reply[T any] struct{ Body T }

// empty is the input of an operation that takes none.
type empty struct{}

// ByID is the input of an operation on one thing. It is exported because huma
// reads no parameters from an embedded type that is not.
type ByID struct {
	ID string `path:"id" doc:"Its id"`
}

// removeInput is the input of a deletion.
type removeInput struct {
	ByID
	DryRun bool `query:"dry_run" doc:"Only say what would go"`
}

// register declares every operation. The order is that of the documentation.
func (s *Server) register(h huma.API) {
	s.registerBox(h)

	handle(h, api.ListScopes, see, s.listScopes)
	handle(h, api.CreateScope, administer, s.createScope)
	handle(h, api.GetScope, see, s.getScope)
	handle(h, api.DeleteScope, administer, s.deleteScope)

	handle(h, api.ListServers, see, s.listServers)
	handle(h, api.AdminListServers, instance, s.adminListServers)
	handle(h, api.AdminAddServer, instance, s.adminAddServer)
	handle(h, api.AdminEditServer, instance, s.adminEditServer)
	handle(h, api.AdminDropServer, instance, s.adminDropServer)
	handle(h, api.AdminResetServer, instance, s.adminResetServer)
	handle(h, api.AdminEditTool, instance, s.adminEditTool)

	handle(h, api.ListConnections, see, s.listConnections)
	handle(h, api.GetConnection, see, s.getConnection)
	handle(h, api.Connect, operate, s.connect)
	handle(h, api.Disconnect, operate, s.disconnect)
	handle(h, api.SyncConnection, operate, s.syncConnection)
	handle(h, api.ListFolders, operate, s.listFolders)
	handle(h, api.ChooseFolder, operate, s.chooseFolder)
	handleBare(h, api.CancelLogin, operate, s.cancelLogin)
	s.registerCall(h)
	s.registerLogin(h)

	handle(h, api.ListRepositories, see, s.listRepositories)
	handle(h, api.GetSelected, see, s.getSelected)
	handle(h, api.PutSelected, operate, s.selectRepositories)
	handle(h, api.ListGuildRepositories, see, s.guildRepositories)

	handle(h, api.ListBindings, see, s.listBindings)
	handle(h, api.PutBinding, operate, s.putBinding)
	handleBare(h, api.DeleteBinding, operate, s.deleteBinding)
	handle(h, api.ExplainBinding, see, s.explainBinding)

	handle(h, api.GetAccess, see, s.getAccess)
	handle(h, api.ListTools, see, s.listTools)
	handle(h, api.GetTool, see, s.getTool)

	handle(h, api.ListTokens, administer, s.listTokens)
	handle(h, api.CreateToken, administer, s.createToken)
	handleBare(h, api.DeleteToken, administer, s.deleteToken)
}

// handle registers one operation whose answer is a JSON body.
func handle[In, Out any](h huma.API, op api.Operation, need permission, f func(context.Context, access.Caller, *In) (Out, error)) {
	huma.Register(h, declare(h, op), func(ctx context.Context, in *In) (*reply[Out], error) {
		caller := callerOf(ctx)
		if err := need.check(caller); err != nil {
			return nil, problemOf(ctx, err)
		}
		out, err := f(ctx, caller, in)
		if err != nil {
			return nil, problemOf(ctx, err)
		}
		return &reply[Out]{Body: out}, nil
	})
}

// handleBare registers one operation that answers 204 without a body.
func handleBare[In any](h huma.API, op api.Operation, need permission, f func(context.Context, access.Caller, *In) error) {
	declared := declare(h, op)
	declared.DefaultStatus = http.StatusNoContent
	huma.Register(h, declared, func(ctx context.Context, in *In) (*struct{}, error) {
		caller := callerOf(ctx)
		if err := need.check(caller); err != nil {
			return nil, problemOf(ctx, err)
		}
		if err := f(ctx, caller, in); err != nil {
			return nil, problemOf(ctx, err)
		}
		return nil, nil
	})
}

// declare turns an operation into huma's, with the problems that any may answer.
func declare(h huma.API, op api.Operation) huma.Operation {
	problem := &huma.Response{
		Description: "A problem document of RFC 9457",
		Content: map[string]*huma.MediaType{
			"application/problem+json": {Schema: huma.SchemaFromType(h.OpenAPI().Components.Schemas, problemType)},
		},
	}
	status := http.StatusOK
	if op.ID == api.CreateScope.ID || op.ID == api.Connect.ID || op.ID == api.CreateToken.ID || op.ID == api.AdminAddServer.ID {
		status = http.StatusCreated
	}
	return huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary,
		MaxBodyBytes: maxBody, DefaultStatus: status,
		Responses: map[string]*huma.Response{"default": problem},
	}
}
