// Package egress makes the HTTP clients with which the box talks to outside
// services. What a catalog row, a discovery document or a redirect names is
// chosen by others, so each client checks the address that it really dials,
// follows no redirect to another origin, and bounds what it reads.
//
// A request that leaves through a proxy is checked by its name or literal
// address only: the proxy resolves the name, and deciding where it may lead is
// then the proxy's business.
package egress
