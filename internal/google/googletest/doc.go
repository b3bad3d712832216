// Package googletest is Google on the loopback address, as far as the connectors
// of Google see it: the page for logging in, which sends a browser back at once,
// the token and revocation endpoints, the mailbox of Gmail with its threads, labels
// and drafts, and the files, shared drives and permissions of Drive.
//
// Its API is held against Google's own discovery documents, which lie outside the
// project: every request must be one of a documented method with parameters that
// the method has and a body that fits its schema, and every answer must fit as well.
// What does not fit is kept as a fault and fails the test.
package googletest
