package postgres_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/guildsbox/guilds/internal/postgres"
)

// starterDir, set in the environment, makes the test binary a process that starts
// the cluster of that folder, says so, and waits to be killed.
const starterDir = "GUILDS_TEST_STARTER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(starterDir); dir != "" {
		startAndHang(dir)
	}
	os.Exit(m.Run())
}

func startAndHang(dir string) {
	_, err := postgres.StartCluster(context.Background(), postgres.ClusterOptions{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("started")
	select {}
}
