package postgres

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// clusterSettings suit a small box that holds one application's data: little
// memory, no network, no replication, and nothing taken off durability.
var clusterSettings = map[string]string{
	"listen_addresses":        "",
	"unix_socket_permissions": "0700",
	"password_encryption":     "scram-sha-256",
	"timezone":                "UTC",
	"log_timezone":            "UTC",
	"lc_messages":             "C", // errors.go reads one message

	"max_connections":           "40", // the pool's limit, psql, pg_dump and a second daemon
	"shared_buffers":            "32MB",
	"work_mem":                  "4MB",
	"maintenance_work_mem":      "64MB",
	"max_worker_processes":      "4",
	"max_parallel_workers":      "2",
	"autovacuum_max_workers":    "2",
	"jit":                       "off", // costs more than it saves in short statements
	"max_wal_size":              "256MB",
	"min_wal_size":              "32MB",
	"wal_level":                 "minimal",
	"max_wal_senders":           "0",
	"default_toast_compression": "lz4",

	// The server's log must not hold what the box stores: a failed statement and
	// the values in its message stay out ("log" is above "error" here).
	"log_min_messages":                  "log",
	"log_min_error_statement":           "panic",
	"log_parameter_max_length":          "0",
	"log_parameter_max_length_on_error": "0",
	"log_checkpoints":                   "off",
	"log_line_prefix":                   "%m ",
}

// clientRules admit the box's own role with its password, over the socket alone.
const clientRules = "local all " + clusterRole + " scram-sha-256\n"

// configFile renders postgresql.conf. Settings in extra win.
func configFile(socketDir string, extra map[string]string) string {
	settings := maps.Clone(clusterSettings)
	settings["unix_socket_directories"] = socketDir
	maps.Copy(settings, extra)
	var b strings.Builder
	b.WriteString("# guildsd writes this file anew at each start.\n")
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(&b, "%s = '%s'\n", name, strings.ReplaceAll(settings[name], "'", "''"))
	}
	return b.String()
}
