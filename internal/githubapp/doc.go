// Package githubapp speaks to GitHub as the box's own GitHub App: the
// specification, "GitHub". It builds the addresses that a browser is sent to,
// reads what comes back, lists installations and their repositories, and mints
// the tokens with which agents reach them. It stores nothing and serves nothing.
//
// Three credentials take turns. The App signs a token of nine minutes for
// questions about its installations. A user token, which an operator's consent
// gives, proves which installations that operator reaches and is then discarded.
// An installation token reaches repositories.
//
// No error holds a credential, a code or the id of an installation, which the
// specification keeps inside the daemon.
package githubapp
