// Package keys says which key a request to a provider of models is sent with: the
// organisation's own, else the box's, else none where the server at the provider's
// address needs none. It holds no SQL, and shows a key to nobody but who sends it.
package keys
