package localapi

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// register declares every operation. The order is that of the documentation.
func (s *Server) register(h huma.API) {
	s.registerBox(h)

	operation.Handle(h, api.ListScopes, operation.See, s.listScopes)
	operation.HandleCreation(h, api.CreateScope, operation.Administer, s.createScope)
	operation.Handle(h, api.GetScope, operation.See, s.getScope)
	operation.Handle(h, api.DeleteScope, operation.Administer, s.deleteScope)

	operation.Handle(h, api.ListServers, operation.See, s.listServers)
	operation.Handle(h, api.AdminListServers, operation.Instance, s.adminListServers)
	operation.HandleCreation(h, api.AdminAddServer, operation.Instance, s.adminAddServer)
	operation.Handle(h, api.AdminEditServer, operation.Instance, s.adminEditServer)
	operation.Handle(h, api.AdminDropServer, operation.Instance, s.adminDropServer)
	operation.Handle(h, api.AdminResetServer, operation.Instance, s.adminResetServer)
	operation.Handle(h, api.AdminEditTool, operation.Instance, s.adminEditTool)

	operation.Handle(h, api.ListConnections, operation.See, s.listConnections)
	operation.Handle(h, api.GetConnection, operation.See, s.getConnection)
	operation.HandleCreation(h, api.Connect, operation.Operate, s.connect)
	operation.Handle(h, api.Disconnect, operation.Operate, s.disconnect)
	operation.Handle(h, api.SyncConnection, operation.Operate, s.syncConnection)
	operation.Handle(h, api.ListFolders, operation.Operate, s.listFolders)
	operation.Handle(h, api.ChooseFolder, operation.Operate, s.chooseFolder)
	operation.HandleBare(h, api.CancelLogin, operation.Operate, s.cancelLogin)
	s.registerCall(h)
	s.registerLogin(h)

	operation.Handle(h, api.TryCoins, operation.Operate, s.tryCoins)
	operation.Handle(h, api.SearchCoins, operation.Operate, s.searchCoins)
	operation.Handle(h, api.GetPinned, operation.See, s.getPinned)
	operation.Handle(h, api.PutPinned, operation.Operate, s.putPinned)

	operation.Handle(h, api.ListRepositories, operation.See, s.listRepositories)
	operation.Handle(h, api.GetSelected, operation.See, s.getSelected)
	operation.Handle(h, api.PutSelected, operation.Operate, s.selectRepositories)
	operation.Handle(h, api.ListGuildRepositories, operation.See, s.guildRepositories)

	operation.Handle(h, api.ListBindings, operation.See, s.listBindings)
	operation.Handle(h, api.PutBinding, operation.Operate, s.putBinding)
	operation.HandleBare(h, api.DeleteBinding, operation.Operate, s.deleteBinding)
	operation.Handle(h, api.ExplainBinding, operation.See, s.explainBinding)

	operation.Handle(h, api.GetAccess, operation.See, s.getAccess)
	operation.Handle(h, api.ListTools, operation.See, s.listTools)
	operation.Handle(h, api.GetTool, operation.See, s.getTool)

	operation.Handle(h, api.ListTokens, operation.Administer, s.listTokens)
	operation.HandleCreation(h, api.CreateToken, operation.Administer, s.createToken)
	operation.HandleBare(h, api.DeleteToken, operation.Administer, s.deleteToken)

	for _, area := range s.Areas {
		area.Register(h)
	}
}
