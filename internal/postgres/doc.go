// Package postgres is the only place that speaks to PostgreSQL. It runs the
// private cluster that the box uses by default, migrates the schema, and holds
// the SQL, one file per aggregate, each statement beside the function that uses
// it. Errors leave it as errors of package guild.
package postgres
