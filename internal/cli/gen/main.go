// Gen writes what packages bring beside guildsctl: the completion scripts, which
// are committed and checked fresh, and the manual pages, which a release makes.
//
//	go run ./internal/cli/gen -completions completions -man dist/man
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli"
	"github.com/guildsbox/guilds/internal/cli/app"
)

func main() {
	log.SetFlags(0)
	completions := flag.String("completions", "", "folder to write the completion scripts to")
	man := flag.String("man", "", "folder to write the manual pages to")
	flag.Parse()
	if *completions != "" {
		write(*completions, scripts())
	}
	if *man != "" {
		write(*man, pages(tree()))
	}
}

// tree returns the commands as they are without any surroundings.
func tree() *cobra.Command {
	none := func(string) string { return "" }
	return cli.Root(app.New(&bytes.Buffer{}, &bytes.Buffer{}, &bytes.Buffer{}, none))
}

// scripts returns the completion scripts by the names of their files.
func scripts() map[string][]byte {
	files := map[string][]byte{}
	for _, shell := range cli.Shells() {
		var out, errs bytes.Buffer
		none := func(string) string { return "" }
		if code := cli.Run([]string{"completion", shell}, &bytes.Buffer{}, &out, &errs, none); code != 0 {
			log.Fatalf("completion %s: %s", shell, errs.String())
		}
		files["guildsctl."+shell] = out.Bytes()
	}
	return files
}

func write(folder string, files map[string][]byte) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		log.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
