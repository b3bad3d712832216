package model

// BadTool returns the tools that a request was refused for, with those that Complete
// had left out before it.
func BadTool(err error) []DroppedTool { return failureOf(err).dropped }
