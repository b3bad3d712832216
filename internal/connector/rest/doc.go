// Package rest is the one way in which adapters ask the REST APIs of vendors: 30
// seconds a call, one more try where a vendor says when to come back, answers of a
// bounded size, and refusals in the vendor's own words.
//
// What differs between vendors is data of an API: how the credential travels, how a
// refusal is written, and what each refusal means to the box. An error names the
// vendor and never the address, because some vendors take their key in its path.
package rest
