package api

import "time"

// Server is one row of the connector catalog: a remote MCP server or a local
// adapter.
type Server struct {
	ID              string          `json:"id" format:"uuid"`
	Slug            string          `json:"slug" example:"everything"`
	Name            string          `json:"name"`
	Transport       string          `json:"transport" enum:"http"`
	URL             string          `json:"url"`
	Auth            string          `json:"auth" enum:"none,token,oauth" doc:"The form of its login"`
	Fields          []ConnectField  `json:"fields" doc:"What Connect asks for"`
	Coins           bool            `json:"coins,omitempty" doc:"Whether a login pins coins, at least one at Connect"`
	Folder          bool            `json:"folder,omitempty" doc:"Whether a login is limited to one folder, which is chosen after it"`
	Header          string          `json:"header,omitempty" doc:"The request header that carries the credential" example:"Authorization"`
	Scheme          string          `json:"scheme,omitempty" doc:"The word before the credential in that header" example:"Bearer"`
	AllowPrivate    bool            `json:"allow_private" doc:"Whether its address may be a private one"`
	Description     string          `json:"description,omitempty"`
	Limitations     string          `json:"limitations,omitempty"`
	SetupHint       string          `json:"setup_hint,omitempty"`
	Published       bool            `json:"published"`
	CopySource      string          `json:"copy_source" enum:"seed,admin" doc:"admin rows survive a reseed"`
	Seeded          bool            `json:"seeded" doc:"Whether the product brings this row"`
	OAuthSetupState string          `json:"oauth_setup_state" enum:"not_applicable,dynamic,configured,unsupported"`
	Unsupported     string          `json:"unsupported,omitempty" doc:"Why Connect is refused on this box; empty when it is not"`
	DefaultOff      []string        `json:"default_off" doc:"Remote tools that are listed Off at the owner on first sight; * stands for any run of characters"`
	Tools           []PublishedTool `json:"tools" doc:"The published copy of its tools"`
	UpdatedAt       time.Time       `json:"updated_at"`
}

// ConnectField is one thing that a token form asks for.
type ConnectField struct {
	Name     string `json:"name" example:"token"`
	Label    string `json:"label"`
	Help     string `json:"help,omitempty" doc:"Where the operator finds the value"`
	Secret   bool   `json:"secret" doc:"Whether the value is never shown"`
	Optional bool   `json:"optional"`
}

// PublishedTool is the catalog's copy of one tool.
type PublishedTool struct {
	Name        string `json:"name" doc:"The tool's own name at its server"`
	Description string `json:"description,omitempty"`
	Published   bool   `json:"published"`
	CopySource  string `json:"copy_source" enum:"seed,admin"`
}

// NewServer describes a connector that an instance admin adds.
type NewServer struct {
	Slug         string `json:"slug" doc:"^[a-z][a-z0-9-]{0,62}$, unique in the catalog"`
	Name         string `json:"name,omitempty" maxLength:"200" doc:"The slug when left out"`
	URL          string `json:"url" doc:"https, or http to loopback"`
	Auth         string `json:"auth" enum:"none,token,oauth"`
	Header       string `json:"header,omitempty" doc:"The request header that carries the token; Authorization when left out"`
	Scheme       string `json:"scheme,omitempty" doc:"The word before the token; Bearer for Authorization, none for another header"`
	AllowPrivate bool   `json:"allow_private,omitempty" doc:"Allow a private address; link-local and metadata addresses never are"`
	Description  string `json:"description,omitempty" maxLength:"4000"`
	Limitations  string `json:"limitations,omitempty" maxLength:"4000"`
	SetupHint    string `json:"setup_hint,omitempty" maxLength:"4000"`
	Published    bool   `json:"published,omitempty"`
}

// EditServer changes the fields that are present.
type EditServer struct {
	Name         *string `json:"name,omitempty" maxLength:"200"`
	URL          *string `json:"url,omitempty" doc:"Only for a connector that an admin added"`
	Header       *string `json:"header,omitempty"`
	Scheme       *string `json:"scheme,omitempty"`
	AllowPrivate *bool   `json:"allow_private,omitempty"`
	Description  *string `json:"description,omitempty" maxLength:"4000"`
	Limitations  *string `json:"limitations,omitempty" maxLength:"4000"`
	SetupHint    *string `json:"setup_hint,omitempty" maxLength:"4000"`
	Published    *bool   `json:"published,omitempty"`
	ClientID     *string `json:"client_id,omitempty" doc:"The OAuth client that you registered for the box; empty drops it"`
	ClientSecret *string `json:"client_secret,omitempty" doc:"Its secret, for a confidential client; kept sealed and never shown"`

	UpdatedAt *time.Time `json:"updated_at,omitempty" doc:"That of the row as you read it; it is a conflict where the row was changed since"`
}

// EditTool changes the fields of a published tool that are present.
type EditTool struct {
	Description *string `json:"description,omitempty" maxLength:"4000"`
	Published   *bool   `json:"published,omitempty"`

	UpdatedAt *time.Time `json:"updated_at,omitempty" doc:"That of the row as you read it; it is a conflict where the row was changed since"`
}
