package githubtest

import (
	"slices"
	"strings"
	"time"
)

type user struct {
	login    string
	accounts []string // on whose installations the user sees something
}

type repository struct {
	id            int64
	owner, name   string
	private       bool
	defaultBranch string
}

func (r *repository) fullName() string { return r.owner + "/" + r.name }

type installation struct {
	id           int64
	appID        int64
	account      string
	organisation bool
	repositories []int64
	permissions  map[string]string
	suspended    time.Time
}

// AddUser adds a person who reaches what is installed on their own account and on
// the given ones.
func (s *Server) AddUser(login string, accounts ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[login] = &user{login, append(accounts, login)}
}

// Install installs the App on an account, an organisation unless it is a user's,
// and lets it reach new private repositories of the given names with the default
// branch "main". It returns the installation's id.
func (s *Server) Install(account string, names ...string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.install(AppID, account, names).id
}

// InstallOther installs another App on an account.
func (s *Server) InstallOther(account string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.install(AppID+1, account, nil).id
}

func (s *Server) install(appID int64, account string, names []string) *installation {
	_, person := s.users[account]
	i := &installation{
		id: s.newID(), appID: appID, account: account, organisation: !person,
		permissions: map[string]string{"contents": "write", "pull_requests": "write", "metadata": "read"},
	}
	s.installations = append(s.installations, i)
	for _, name := range names {
		s.addRepository(i, name)
	}
	return i
}

func (s *Server) addRepository(i *installation, name string) int64 {
	r := &repository{id: s.newID(), owner: i.account, name: name, private: true, defaultBranch: "main"}
	s.repositories[r.id] = r
	i.repositories = append(i.repositories, r.id)
	return r.id
}

// AddRepository makes one more repository that an installation reaches.
func (s *Server) AddRepository(installationID int64, name string) (id int64) {
	s.change(installationID, func(i *installation) { id = s.addRepository(i, name) })
	return id
}

// RepositoryID returns the id of the repository of that full name, and 0 where
// there is none.
func (s *Server) RepositoryID(fullName string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.repositories {
		if r.fullName() == fullName {
			return id
		}
	}
	return 0
}

// Rename gives a repository another name or owner ("acme/app").
func (s *Server) Rename(repositoryID int64, fullName string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.repositories[repositoryID]
	r.owner, r.name, _ = strings.Cut(fullName, "/")
}

// Withdraw takes a repository out of an installation's reach.
func (s *Server) Withdraw(installationID, repositoryID int64) {
	s.change(installationID, func(i *installation) {
		i.repositories = slices.DeleteFunc(i.repositories, func(id int64) bool { return id == repositoryID })
	})
}

// Suspend suspends an installation, or ends that.
func (s *Server) Suspend(installationID int64, suspended bool) {
	s.change(installationID, func(i *installation) {
		i.suspended = time.Time{}
		if suspended {
			i.suspended = s.now()
		}
	})
}

// Permit replaces what an installation lets the App do, such as {"contents":
// "read"}.
func (s *Server) Permit(installationID int64, permissions map[string]string) {
	s.change(installationID, func(i *installation) { i.permissions = permissions })
}

// Uninstall removes an installation.
func (s *Server) Uninstall(installationID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.installations = slices.DeleteFunc(s.installations, func(i *installation) bool { return i.id == installationID })
}

func (s *Server) change(installationID int64, change func(*installation)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.installation(installationID); i != nil {
		change(i)
	}
}

func (s *Server) installation(id int64) *installation {
	for _, i := range s.installations {
		if i.id == id {
			return i
		}
	}
	return nil
}
