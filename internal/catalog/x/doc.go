// Package x is the connector of the X API, version 2.
//
// The API has two vocabularies, the former (tweet.fields, retweet_count) and the
// current one (post.fields, repost_count), and loses what is asked for in a mixture
// of both. Requests are in the former, which X's own pages still show; answers are
// read in either.
package x
