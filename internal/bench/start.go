package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
)

const hello = `package main

import "fmt"

func main() { fmt.Println("hello, world") }
`

// measureStart compares guildsctl, started to print its version, with the smallest
// program that prints a line, built with the same flags.
func measureStart(ctx context.Context, b *bench) error {
	ctl, err := b.build(ctx, b.root, "./cmd/guildsctl", "guildsctl")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "hello.go"), []byte(hello), 0o644); err != nil {
		return err
	}
	smallest, err := b.build(ctx, b.dir, "hello.go", "hello")
	if err != nil {
		return err
	}
	commands := [][]string{{smallest}, {ctl, "--version"}}
	var took [2][]float64
	const warming = 3 // the programs come from the disk
	for round := range warming + b.rounds(50) {
		for i, command := range commands {
			one, err := timed(exec.CommandContext(ctx, command[0], command[1:]...).Run)
			if err != nil {
				return err
			}
			if round >= warming {
				took[i] = append(took[i], one)
			}
		}
	}
	b.add(
		told("start/hello/median", median(took[0]), "ms"),
		told("start/guildsctl-version/median", median(took[1]), "ms"),
		aimed("start/guildsctl-version-to-hello", median(took[1])/median(took[0]), "x", "<=", 2),
	)
	return nil
}
