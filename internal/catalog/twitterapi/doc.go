// Package twitterapi is the connector of TwitterAPI.io, a reseller of X data.
//
// Its answers differ from its documents, and from each other: lists lie at the top
// or in data, users are written in camel case or as X's former API did, and what is
// not there comes with HTTP 200 and a status of its own. All are read.
package twitterapi
