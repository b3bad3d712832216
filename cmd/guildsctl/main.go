// Guildsctl is the operator's command line of a Guilds box. It talks to the
// daemon, guildsd, over its local API.
package main

import "github.com/guildsbox/guilds/internal/cli"

func main() { cli.Main() }
