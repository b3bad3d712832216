// Package run is the work of agents. A run is one conversation of one agent; each
// message to it starts a generation: the model is asked, the tools that it calls are
// called, their results go back to it, until it answers without a call, its budget
// ends, or it fails (decisions.md, "Runs").
//
// Everything is stored before the next step happens, so that a daemon may be killed at
// any moment: the generation goes on from the last stored message, on whichever daemon
// claims it next. A tool call whose result was not stored is never made again.
package run
