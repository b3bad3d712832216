package record

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// bodyFlags adds the flags that give a body. What it returns reads them.
func bodyFlags(a *app.App, cmd *cobra.Command) func(api.Collection) (json.RawMessage, error) {
	set := cmd.Flags().StringArray("set", nil, "a `COLUMN=VALUE`; repeat it for more, and for each item of a list")
	source := cmd.Flags().String("body-json", "", "the body as `JSON`, @FILE, or - for standard input")
	return func(of api.Collection) (json.RawMessage, error) {
		body := map[string]json.RawMessage{}
		if *source != "" {
			text, _, err := a.Value(*source)
			if err != nil {
				return nil, app.Usage("", "--body-json: %v", err)
			}
			if err := json.Unmarshal([]byte(text), &body); err != nil || body == nil {
				return nil, app.Usage(`for example --body-json '{"sku": "A-1"}'`, "--body-json is not a JSON object")
			}
		}
		typed := map[string][]string{}
		for _, pair := range *set {
			name, value, is := strings.Cut(pair, "=")
			if !is {
				return nil, app.Usage("for example --set sku=A-1", "--set %q is not COLUMN=VALUE", pair)
			}
			typed[name] = append(typed[name], value)
		}
		for name, values := range typed {
			body[name] = app.CellValue(declared(of, name), values)
			if len(values) == 1 && values[0] == "" {
				body[name] = json.RawMessage("null")
			}
		}
		if len(body) == 0 {
			return nil, app.Usage("add --set COLUMN=VALUE, or --body-json JSON", "there is no value to store")
		}
		return json.Marshal(body)
	}
}
