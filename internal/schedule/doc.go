// Package schedule holds when an agent is woken: by a cron expression in UTC, or
// at random moments of a daily window in a time zone. It has no clock and draws no
// random numbers of its own: the present and a seed are handed in.
//
// The forms and limits are those of the specification, "Native tools".
package schedule

// The zones go with the program: a box without zone files wakes its agents alike.
import _ "time/tzdata"
