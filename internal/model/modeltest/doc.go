// Package modeltest is OpenRouter and DeepInfra on the loopback address, for tests
// of whatever has a model work. It plays scripts: what the model says at each turn,
// also in awkward pieces, with failures before and in the middle, and held until a
// test lets go.
//
// What it answers depends on the request alone: the script by a mark in the system
// prompt or by the model's id, and the turn by how many the conversation has
// already. So a hundred runs play their own scripts at once, and one that was
// killed gets the same turn again.
//
// Each request is held against OpenRouter's OpenAPI document, and against what
// providers refuse beyond it: a call without its result, two tools of one name.
package modeltest
