// Package connectortest holds adapters against their vendors' own documents. A Vendor
// is the vendor on the loopback address, made from its OpenAPI document: a request
// that the document does not have, with a parameter that it does not declare, without
// its credential, or with a body that does not fit fails the test. It answers with the
// documented examples, or as a test says.
//
// A Suite runs an adapter's tools against a Vendor and compares what they return with
// golden files. Where GUILDSTEST_LIVE is set, the same cases run against the real
// service, with a key of the operator's.
//
// The documents lie outside of the project, in the folder that GUILDSTEST_UPSTREAMS
// names or beside the checkout.
package connectortest
