package githubtest

import (
	"fmt"
	"strings"
	"time"
)

// These are the schemas of GitHub's OpenAPI document with every field that it
// requires: a client must find what it reads among all the rest.

const (
	api = "https://api.github.com"
	web = "https://github.com"
)

// made is when everything came to be.
var made = stamp(time.Date(2026, time.January, 2, 3, 4, 5, 0, time.UTC))

func (s *Server) installationDocument(i *installation) map[string]any {
	slug, kind := Slug, "User"
	if i.appID != AppID {
		slug = "another-app"
	}
	if i.organisation {
		kind = "Organization"
	}
	self := fmt.Sprintf("%s/app/installations/%d", api, i.id)
	d := map[string]any{
		"id": i.id, "account": account(i.account, kind), "repository_selection": "selected",
		"access_tokens_url": self + "/access_tokens", "repositories_url": api + "/installation/repositories",
		"html_url": fmt.Sprintf("%s/organizations/%s/settings/installations/%d", web, i.account, i.id),
		"app_id":   i.appID, "app_slug": slug, "target_id": accountID(i.account), "target_type": kind,
		"permissions": i.permissions, "events": []string{}, "single_file_name": nil,
		"created_at": made, "updated_at": made, "suspended_at": nil, "suspended_by": nil,
	}
	if !i.suspended.IsZero() {
		d["suspended_at"], d["suspended_by"] = stamp(i.suspended), account("an-owner", "User")
	}
	return d
}

// accountID makes a stable number of a login.
func accountID(login string) int {
	id := 0
	for _, b := range []byte(login) {
		id = (id*31 + int(b)) % 1_000_000
	}
	return id
}

func account(login, kind string) map[string]any {
	self := api + "/users/" + login
	d := map[string]any{
		"login": login, "id": accountID(login), "node_id": "U_" + login, "type": kind, "site_admin": false,
		"avatar_url": "https://avatars.githubusercontent.com/" + login, "gravatar_id": "",
		"url": self, "html_url": web + "/" + login,
		"following_url": self + "/following{/other_user}", "gists_url": self + "/gists{/gist_id}",
		"starred_url": self + "/starred{/owner}{/repo}", "events_url": self + "/events{/privacy}",
		"repos_url": self + "/repos", "organizations_url": self + "/orgs",
	}
	for _, name := range []string{"followers", "subscriptions", "received_events"} {
		d[name+"_url"] = self + "/" + name
	}
	return d
}

func (s *Server) repositoryDocuments(ids []int64) []any {
	documents := []any{}
	for _, id := range ids {
		documents = append(documents, repositoryDocument(s.repositories[id]))
	}
	return documents
}

// plural names the parts of a repository that have an address of their own.
var plural = strings.Fields(`archive assignees blobs branches collaborators comments commits compare contents
	contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events
	issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers
	subscription tags teams trees`)

func repositoryDocument(r *repository) map[string]any {
	self, page := api+"/repos/"+r.fullName(), web+"/"+r.fullName()
	d := map[string]any{
		"id": r.id, "node_id": fmt.Sprintf("R_%d", r.id), "name": r.name, "full_name": r.fullName(),
		"owner": account(r.owner, "Organization"), "private": r.private, "default_branch": r.defaultBranch,
		"url": self, "html_url": page, "clone_url": page + ".git", "svn_url": page,
		"git_url": "git://github.com/" + r.fullName() + ".git", "ssh_url": "git@github.com:" + r.fullName() + ".git",
		"description": nil, "homepage": nil, "language": nil, "mirror_url": nil, "license": nil,
		"created_at": made, "updated_at": made, "pushed_at": made, "visibility": "private",
	}
	for _, part := range plural {
		d[part+"_url"] = self + "/" + part
	}
	for _, count := range strings.Fields("forks forks_count open_issues open_issues_count stargazers_count watchers watchers_count size") {
		d[count] = 0
	}
	for _, fact := range strings.Fields("fork archived disabled has_downloads has_issues has_projects has_wiki has_pages") {
		d[fact] = false
	}
	return d
}
