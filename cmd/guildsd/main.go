// Guildsd is the daemon of a Guilds box.
package main

import (
	"os"

	"github.com/guildsbox/guilds/internal/daemon"
)

func main() { os.Exit(daemon.Main()) }
