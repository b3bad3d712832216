package oauthtest

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
)

// Follow goes through a login as a browser does whose person logs in and consents,
// or declines, and returns the address on which it would end: the first whose path
// is end. That one is not asked for.
func Follow(address, end string, decline bool) (*url.URL, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if decline {
		query := u.Query()
		query.Set("login_hint", "decline")
		u.RawQuery = query.Encode()
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 16 {
		if u.Path == end {
			return u, nil
		}
		resp, err := browser.Get(u.String())
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		if u, err = resp.Location(); err != nil {
			return nil, fmt.Errorf("the login ends with HTTP %d at %s", resp.StatusCode, resp.Request.URL.Path)
		}
	}
	return nil, fmt.Errorf("the login goes on for ever at %s", u.Path)
}
