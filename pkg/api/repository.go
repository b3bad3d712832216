package api

// Repository is a repository that the installation behind a GitHub login reaches.
type Repository struct {
	GitHubID      int64  `json:"github_id" doc:"GitHub's id for it, which a rename keeps"`
	Name          string `json:"name"`
	FullName      string `json:"full_name" example:"acme/app"`
	Owner         string `json:"owner"`
	Private       bool   `json:"private"`
	DefaultBranch string `json:"default_branch"`
	URL           string `json:"url" example:"https://github.com/acme/app.git"`
}

// SelectRepositories says which repositories a GitHub login is for.
type SelectRepositories struct {
	Repositories []WantedRepository `json:"repositories" doc:"Each must be one that the installation reaches"`
}

// WantedRepository names a repository to select.
type WantedRepository struct {
	Name          string `json:"name,omitempty"`
	URL           string `json:"url"`
	DefaultBranch string `json:"default_branch,omitempty" doc:"GitHub's own when left out"`
}

// SelectedRepositories is what a GitHub login is for.
type SelectedRepositories struct {
	Repositories []SelectedRepository `json:"repositories"`
}

// SelectedRepository is one repository of a selection.
type SelectedRepository struct {
	GitHubID      int64  `json:"github_id"`
	Name          string `json:"name"`
	URL           string `json:"url"`
	DefaultBranch string `json:"default_branch"`
}

// GuildRepositories is what a guild's coding runs may clone.
type GuildRepositories struct {
	Repositories []GuildRepository `json:"repositories"`
	Logins       []Connection      `json:"logins" doc:"The GitHub logins that are visible at the guild"`
}

// GuildRepository is one repository of a guild.
type GuildRepository struct {
	SelectedRepository
	ID           string `json:"id" format:"uuid"`
	ConnectionID string `json:"connection_id" format:"uuid" doc:"The login that selected it"`
}
