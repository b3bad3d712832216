package oauth

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
)

// Knows reports whether s still knows a client that the box registered there. A
// server that has forgotten one says so to the operator's browser alone, which then
// never comes back, and there is no question for it. So the token endpoint is asked
// for tokens with a code that nobody has: of a client that it knows, a server says
// that the code is wrong, and of any other, that the client is (RFC 6749, sections
// 3.2.1 and 5.2). One that says the same of a client that is made up looks at the
// code first, and has proved nothing.
func Knows(ctx context.Context, client *http.Client, s Server, c Client) bool {
	stranger := c
	stranger.ID = rand.Text()
	if c.Secret != "" {
		stranger.Secret = rand.Text()
	}
	return tellsFromCode(ctx, client, s, c) && !tellsFromCode(ctx, client, s, stranger)
}

// tellsFromCode reports whether s finds fault with nothing but the code.
func tellsFromCode(ctx context.Context, client *http.Client, s Server, c Client) bool {
	_, err := Grant(ctx, client, s, c, "the question whether it knows the box", url.Values{
		"grant_type": {"authorization_code"}, "code": {rand.Text()}, "redirect_uri": {c.RedirectURI}, "code_verifier": {rand.Text() + rand.Text()},
	})
	return InvalidGrant(err)
}
