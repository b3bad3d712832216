package githubapp

import (
	"crypto/rsa"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// GitHub's two hosts: pages for people, and the REST API.
const (
	webAddress = "https://github.com"
	apiAddress = "https://api.github.com"
)

// Config is the box's App as the operator registered it. Every field but
// Upstream is needed.
type Config struct {
	AppID        string // GITHUB_APP_ID
	Slug         string // GITHUB_APP_SLUG
	ClientID     string // GITHUB_APP_CLIENT_ID
	ClientSecret string // GITHUB_APP_CLIENT_SECRET
	// PrivateKey is GITHUB_APP_PRIVATE_KEY: PEM, PKCS #1 as GitHub hands it out
	// or PKCS #8, with line breaks or with \n in their place.
	PrivateKey string
	// Upstream stands for both of GitHub's hosts in tests; empty for GitHub.
	Upstream string
}

// App is the box's GitHub App. It is safe for concurrent use.
type App struct {
	id       int64
	slug     string
	key      *rsa.PrivateKey
	oauth    oauth2.Config
	web, api *url.URL
	client   *http.Client
	now      func() time.Time
}

// New returns the App of a configuration. client sends every request and is one
// of egress.NewClient; now is the clock by which tokens are signed.
//
// The error has the code CodeUnsupported and names every variable that cannot be
// used and what it should hold. It never shows a value.
func New(cfg Config, client *http.Client, now func() time.Time) (*App, error) {
	a := &App{slug: cfg.Slug, client: client, now: now}
	var problems []guild.Problem
	for _, check := range []struct {
		variable string
		err      error
	}{
		{"GITHUB_APP_ID", a.setID(cfg.AppID)},
		{"GITHUB_APP_SLUG", checkForm(cfg.Slug, slugForm, "the name in the App's address, github.com/apps/NAME")},
		{"GITHUB_APP_CLIENT_ID", checkForm(cfg.ClientID, clientForm, "the client ID from the App's settings")},
		{"GITHUB_APP_CLIENT_SECRET", checkForm(cfg.ClientSecret, clientForm, "a client secret from the App's settings")},
		{"GITHUB_APP_PRIVATE_KEY", a.setKey(cfg.PrivateKey)},
		{"GUILDS_UPSTREAM_GITHUB", a.setHosts(cfg.Upstream)},
	} {
		if check.err != nil {
			problems = append(problems, guild.Problem{Path: check.variable, Message: check.err.Error()})
		}
	}
	if len(problems) > 0 {
		return nil, &guild.Error{Code: guild.CodeUnsupported, Msg: "the box's GitHub App cannot be used as it is set up", Problems: problems}
	}
	a.oauth = oauth2.Config{
		ClientID: cfg.ClientID, ClientSecret: cfg.ClientSecret,
		Endpoint: oauth2.Endpoint{
			AuthURL:   a.web.JoinPath("login/oauth/authorize").String(),
			TokenURL:  a.web.JoinPath("login/oauth/access_token").String(),
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
	return a, nil
}

var (
	slugForm   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*$`)
	clientForm = regexp.MustCompile(`^[\x21-\x7e]+$`)
)

// checkForm refuses a value without repeating it: it may be a secret that was
// put into the wrong variable.
func checkForm(value string, form *regexp.Regexp, want string) error {
	switch {
	case value == "":
		return guild.Errorf(guild.CodeUnsupported, "is not set; it holds %s", want)
	case !form.MatchString(value):
		return guild.Errorf(guild.CodeUnsupported, "does not have the form that GitHub gives out; it holds %s", want)
	}
	return nil
}

func (a *App) setID(value string) error {
	const want = "the App ID from the App's settings, a number"
	id, err := strconv.ParseInt(value, 10, 64)
	switch {
	case value == "":
		return guild.Errorf(guild.CodeUnsupported, "is not set; it holds %s", want)
	case err != nil || id <= 0:
		return guild.Errorf(guild.CodeUnsupported, "is not a number; it holds %s", want)
	}
	a.id = id
	return nil
}

func (a *App) setKey(value string) (err error) {
	a.key, err = parseKey(value)
	return err
}

func (a *App) setHosts(upstream string) (err error) {
	web, api := webAddress, apiAddress
	if upstream != "" {
		web, api = upstream, upstream
	}
	if a.web, err = egress.CheckURL(web); err != nil {
		return err
	}
	a.api, err = egress.CheckURL(api)
	return err
}
