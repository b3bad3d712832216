// Package guild holds the vocabulary that every other package speaks: ids, the
// tree of scopes, and errors with a stable code. It imports nothing of ours.
package guild
