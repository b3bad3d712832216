package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (s *Server) userInstallations(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	login, ok := s.userTokens[bearer(r)]
	if !ok {
		badCredentials.send(w)
		return
	}
	u := s.users[login]
	documents := []any{}
	for _, i := range s.installations {
		if u != nil && slices.Contains(u.accounts, i.account) {
			documents = append(documents, s.installationDocument(i))
		}
	}
	s.sendPage(w, r, "installations", documents)
}

// own returns the App's installation that the path names, or nil: GitHub does not
// tell a missing one from another App's.
func (s *Server) own(r *http.Request) *installation {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if i := s.installation(id); err == nil && i != nil && i.appID == AppID {
		return i
	}
	return nil
}

func (s *Server) appInstallation(w http.ResponseWriter, r *http.Request) {
	i := s.own(r)
	if i == nil {
		notFound.send(w)
		return
	}
	send(w, http.StatusOK, s.installationDocument(i))
}

func (s *Server) accessTokens(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		IDs         []int64           `json:"repository_ids"`
		Permissions map[string]string `json:"permissions"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		refusal(http.StatusBadRequest, "Problems parsing JSON").send(w)
		return
	}
	i := s.own(r)
	switch {
	case i == nil:
		notFound.send(w)
	case !i.suspended.IsZero():
		suspended.send(w)
	case !i.reaches(asked.IDs):
		outside.send(w)
	case !i.permits(asked.Permissions):
		notPermitted.send(w)
	default:
		s.sendToken(w, i, asked.IDs, asked.Permissions)
	}
}

func (i *installation) reaches(ids []int64) bool {
	return !slices.ContainsFunc(ids, func(id int64) bool { return !slices.Contains(i.repositories, id) })
}

func (i *installation) permits(asked map[string]string) bool {
	for name, access := range asked {
		if granted := i.permissions[name]; granted != "write" && granted != access {
			return false
		}
	}
	return true
}

func (s *Server) sendToken(w http.ResponseWriter, i *installation, ids []int64, permissions map[string]string) {
	value, expires := s.secret(longToken()), s.now().Add(installationTokenLife)
	s.tokens[value] = &token{i.id, ids, expires}
	// GitHub adds this one to what is asked for.
	granted := map[string]string{"metadata": "read"}
	for name, access := range permissions {
		granted[name] = access
	}
	document := map[string]any{
		"token": value, "expires_at": stamp(expires), "permissions": granted, "repository_selection": "all",
	}
	if ids != nil {
		document["repository_selection"] = "selected"
		document["repositories"] = s.repositoryDocuments(ids)
	}
	send(w, http.StatusCreated, document)
}

func (s *Server) installationRepositories(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tokens[bearer(r)]
	if t == nil || s.now().After(t.expires) || s.installation(t.installation) == nil {
		badCredentials.send(w)
		return
	}
	i := s.installation(t.installation)
	if !i.suspended.IsZero() {
		suspended.send(w)
		return
	}
	ids := i.repositories
	if t.repositories != nil {
		ids = t.repositories
	}
	s.sendPage(w, r, "repositories", s.repositoryDocuments(ids))
}

func (s *Server) deleteToken(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, secret, _ := r.BasicAuth()
	if id != ClientID || id != r.PathValue("client") || secret != s.ClientSecret {
		badCredentials.send(w)
		return
	}
	var asked struct {
		Token string `json:"access_token"`
	}
	err := json.NewDecoder(r.Body).Decode(&asked)
	if _, known := s.userTokens[asked.Token]; err != nil || !known {
		notFound.send(w)
		return
	}
	delete(s.userTokens, asked.Token)
	w.WriteHeader(http.StatusNoContent)
}

// LiveUserTokens counts the user tokens that were not discarded.
func (s *Server) LiveUserTokens() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.userTokens)
}

const (
	defaultPageSize = 30
	maxPageSize     = 100
)

// sendPage answers one page of a list, with the links of RFC 8288 to the others.
func (s *Server) sendPage(w http.ResponseWriter, r *http.Request, name string, all []any) {
	size := min(number(r, "per_page", defaultPageSize), maxPageSize)
	page := number(r, "page", 1)
	last := max(1, (len(all)+size-1)/size)
	var links []string
	link := func(rel string, page int) {
		q := url.Values{"per_page": {strconv.Itoa(size)}, "page": {strconv.Itoa(page)}}
		links = append(links, fmt.Sprintf(`<%s%s?%s>; rel="%s"`, s.URL, r.URL.Path, q.Encode(), rel))
	}
	if page > 1 {
		link("prev", page-1)
		link("first", 1)
	}
	if page < last {
		link("next", page+1)
		link("last", last)
	}
	if len(links) > 0 {
		w.Header().Set("Link", strings.Join(links, ", "))
	}
	from := min((page-1)*size, len(all))
	send(w, http.StatusOK, map[string]any{"total_count": len(all), name: all[from:min(from+size, len(all))]})
}

func number(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

func send(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(document) // the client has gone
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
