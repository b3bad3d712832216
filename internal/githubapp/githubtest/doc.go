// Package githubtest is GitHub on the loopback address, as far as a GitHub App
// sees it: the pages for installing and authorizing, which send a browser back at
// once, the exchange of codes, and the REST calls on installations and their
// repositories. It checks signatures, PKCE and redirect addresses, and refuses
// what GitHub refuses in GitHub's words. The pages and the API share one address.
//
// The tests of package githubapp hold its answers against GitHub's own OpenAPI
// document.
package githubtest
