package localapi

import (
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/pkg/api"
)

// tools lists the tools of a view, those of logins and native ones, by name.
func (v scopeView) tools(natives []offer.Native) []api.Tool {
	out := append(operation.Each(v.Tools, v.toolOut), operation.Each(natives, nativeOut)...)
	slices.SortFunc(out, func(a, b api.Tool) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func nativeOut(t offer.Native) api.Tool {
	out := api.Tool{Name: t.Name, Kind: string(binding.NativeTool), Enabled: t.Enabled, Offered: t.Offered, Reason: t.Reason}
	if t.Tool != nil {
		out.Description = t.Tool.Doc
	}
	return out
}

// nativeDetail is a native tool with its schemas, where this version has it.
func nativeDetail(t offer.Native) (api.ToolDetail, error) {
	out := api.ToolDetail{Tool: nativeOut(t)}
	if t.Tool == nil {
		return out, nil
	}
	offered, err := schema.Offered(t.Tool.InputSchema())
	out.InputSchema, out.OfferedSchema = t.Tool.InputSchema(), offered
	return out, err
}

// find returns the native tool of a name, and whether there is one.
func find(natives []offer.Native, name string) (offer.Native, bool) {
	i := slices.IndexFunc(natives, func(t offer.Native) bool { return t.Name == name })
	if i < 0 {
		return offer.Native{}, false
	}
	return natives[i], true
}

// noTool says that a scope sees no tool of a name.
func (v scopeView) noTool(name string) error {
	return guild.Errorf(guild.CodeNotFound, "no connection that %s can see lists a tool %s", v.Scope.Path, name).
		WithHint("guildsctl tool list --at %s", v.Scope.Path)
}
