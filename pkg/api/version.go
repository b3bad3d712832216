package api

import "runtime/debug"

// version is set by the release build with -ldflags -X.
var version = ""

// Version returns the version of this build: the release's own, else what the
// Go toolchain recorded of the source, else "devel".
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
