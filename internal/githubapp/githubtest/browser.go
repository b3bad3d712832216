package githubtest

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Browser is the person in front of the browser, what they do on GitHub's pages,
// and what GitHub leaves out when it sends the browser back.
type Browser struct {
	User         string   // who is signed in
	Account      string   // on which account they install the App
	Repositories []string // new ones that they let it reach, by name
	Refuses      bool     // they press Cancel when asked for consent
	Suspended    bool     // GitHub has suspended the App itself

	NeedsApproval    bool // an administrator of the account must approve the App
	SetupOnly        bool // installing brings no code
	LosesState       bool // no redirect has the state
	OmitInstallation bool // installing brings code and state only
}

// Browse says who visits the pages from now on.
func (s *Server) Browse(b Browser) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browser = b
}

type code struct {
	user        string
	challenge   string // of PKCE; empty for a code that came with an installation
	redirectURI string // empty for the same
	expires     time.Time
}

const codeLife = 10 * time.Minute

// newCode must be called with the lock held.
func (s *Server) newCode(challenge, redirectURI string) string {
	value := s.secret("code-" + rand.Text())
	s.codes[value] = &code{s.browser.User, challenge, redirectURI, s.now().Add(codeLife)}
	return value
}

// installPage does what GitHub does once the person has chosen an account.
func (s *Server) installPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.PathValue("slug") != Slug {
		notFound.send(w)
		return
	}
	b := s.browser
	answer := url.Values{"setup_action": {"request"}}
	if !b.NeedsApproval {
		answer = s.chosen(b)
	}
	if !b.SetupOnly {
		answer.Set("code", s.newCode("", ""))
	}
	if b.OmitInstallation {
		answer.Del("installation_id")
		answer.Del("setup_action")
	}
	s.sendBack(w, r, s.callbacks[0], answer)
}

// chosen installs the App, unless the account has it.
func (s *Server) chosen(b Browser) url.Values {
	action := "update"
	n := slices.IndexFunc(s.installations, func(i *installation) bool { return i.appID == AppID && i.account == b.Account })
	if n < 0 {
		action, n = "install", len(s.installations)
		s.install(AppID, b.Account, nil)
	}
	for _, name := range b.Repositories {
		s.addRepository(s.installations[n], name)
	}
	return url.Values{"setup_action": {action}, "installation_id": {strconv.FormatInt(s.installations[n].id, 10)}}
}

func (s *Server) authorizePage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != ClientID {
		notFound.send(w)
		return
	}
	refused := ""
	switch {
	case s.browser.Suspended:
		refused = "application_suspended"
	case !slices.Contains(s.callbacks, q.Get("redirect_uri")):
		refused = "redirect_uri_mismatch"
	case s.browser.Refuses:
		refused = "access_denied"
	}
	if refused != "" {
		s.sendBack(w, r, s.callbacks[0], url.Values{"error": {refused}, "error_description": {"See the documentation."}})
		return
	}
	challenge := ""
	if q.Get("code_challenge_method") == "S256" {
		challenge = q.Get("code_challenge")
	}
	to := q.Get("redirect_uri")
	s.sendBack(w, r, to, url.Values{"code": {s.newCode(challenge, to)}})
}

func (s *Server) sendBack(w http.ResponseWriter, r *http.Request, to string, answer url.Values) {
	if state := r.URL.Query().Get("state"); state != "" && !s.browser.LosesState {
		answer.Set("state", state)
	}
	http.Redirect(w, r, to+"?"+answer.Encode(), http.StatusFound)
}
