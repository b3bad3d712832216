// Package typesafe asks TypeSafe's System One yes-or-no questions about a state
// (POST /v1/systemone of its OpenAPI document, version 0.2.0). It is no chat model: it
// answers each question with a probability, all of them in about a tenth of a second.
package typesafe
