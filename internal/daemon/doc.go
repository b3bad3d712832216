// Package daemon is guildsd: it reads the configuration, constructs the parts of
// the box, runs them, and closes them again.
//
// Of its configuration, flags win over the environment, the environment over an
// .env file, the .env file over guildsd.yaml beside it, and that over defaults.
// One table, settings, drives all of them, what guildsd config prints, and the
// table in the README.
package daemon
