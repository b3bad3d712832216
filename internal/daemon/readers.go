package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/seal"
)

// optional lets a setting be empty and leaves the rest to read.
func optional(read reader) reader {
	return func(c *Config, value string) error {
		if value == "" {
			return nil
		}
		return read(c, value)
	}
}

func path(field func(*Config) *string) reader {
	return func(c *Config, value string) error {
		if !filepath.IsAbs(value) {
			return errors.New("must be an absolute path, such as /srv/guilds")
		}
		*field(c) = filepath.Clean(value)
		return nil
	}
}

func hostPort(field func(*Config) *string) reader {
	return func(c *Config, value string) error {
		_, port, err := net.SplitHostPort(value)
		if _, portErr := strconv.ParseUint(port, 10, 16); err != nil || portErr != nil {
			return errors.New("must be HOST:PORT with a port from 0 to 65535, such as 127.0.0.1:7780")
		}
		*field(c) = value
		return nil
	}
}

// loopbackPort takes an address of this machine alone.
func loopbackPort(field func(*Config) *string) reader {
	read := hostPort(field)
	return func(c *Config, value string) error {
		host, _, _ := net.SplitHostPort(value)
		if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
			return errors.New("must be a loopback address with a port, such as 127.0.0.1:7434")
		}
		return read(c, value)
	}
}

func baseURL(field func(*Config) *string) reader {
	return func(c *Config, value string) error {
		if _, err := parseBaseURL(value); err != nil {
			return err
		}
		*field(c) = strings.TrimRight(value, "/")
		return nil
	}
}

// modelAddress takes any address that the operator chooses for a provider of models.
func modelAddress(provider string) reader {
	return func(c *Config, value string) error {
		if _, err := parseBaseURL(value); err != nil {
			return errors.New("must be http:// or https:// with a host and at most a path, such as http://127.0.0.1:11434/v1")
		}
		c.ModelAddresses[provider] = strings.TrimRight(value, "/")
		return nil
	}
}

func parseBaseURL(value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("must be http:// or https:// with a host and at most a path, such as https://box.example.org")
	}
	return u, nil
}

// loopbackURL refuses every address but one of this machine: a stand-in is handed
// real credentials.
func loopbackURL(value string) error {
	u, err := parseBaseURL(value)
	if err != nil {
		return err
	}
	addr, err := netip.ParseAddr(u.Hostname())
	if u.Hostname() != "localhost" && (err != nil || !addr.IsLoopback()) {
		return errors.New("must be an address of this machine, such as http://127.0.0.1:8080, since a stand-in is for tests and receives credentials")
	}
	return nil
}

// databaseURL checks no more than the form. What libpq would read besides is left
// to the driver, whose errors are about a connection and not about a setting.
func databaseURL(field func(*Config) *Secret) reader {
	return func(c *Config, value string) error {
		address := strings.HasPrefix(value, "postgres://") || strings.HasPrefix(value, "postgresql://")
		if !address && !strings.Contains(value, "=") {
			return errors.New("must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, or keywords such as host=/run/postgresql dbname=guilds")
		}
		*field(c) = Secret(value)
		return nil
	}
}

func masterKey(field func(*Config) *Secret) reader {
	return func(c *Config, value string) error {
		if _, err := seal.ParseKey(value); err != nil {
			return err
		}
		*field(c) = Secret(value)
		return nil
	}
}

var logLevels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

func logLevel(c *Config, value string) error {
	level, ok := logLevels[strings.ToLower(value)]
	if !ok {
		return errors.New("must be debug, info, warn or error")
	}
	c.LogLevel = level
	return nil
}

func oneOf(field func(*Config) *string, words ...string) reader {
	return func(c *Config, value string) error {
		if !slices.Contains(words, value) {
			return fmt.Errorf("must be one of %s", strings.Join(words, ", "))
		}
		*field(c) = value
		return nil
	}
}

func duration(field func(*Config) *time.Duration, least, most time.Duration) reader {
	return func(c *Config, value string) error {
		d, err := time.ParseDuration(value)
		if err != nil {
			return errors.New("must be a duration with its unit, such as 90s or 10m")
		}
		if d < least || d > most {
			return fmt.Errorf("must be from %s to %s", least, most)
		}
		*field(c) = d
		return nil
	}
}

func size(field func(*Config) *int, least, most int) reader {
	return func(c *Config, value string) error {
		n, err := parseSize(value)
		if err != nil {
			return err
		}
		if n < least || n > most {
			return fmt.Errorf("must be from %d to %d bytes", least, most)
		}
		*field(c) = n
		return nil
	}
}

func count(field func(*Config) *int, least, most int) reader {
	return func(c *Config, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		*field(c) = n
		return nil
	}
}

var sizeUnits = []struct {
	suffix string
	bytes  int
}{{"KiB", kib}, {"MiB", mib}, {"", 1}}

func parseSize(value string) (int, error) {
	for _, unit := range sizeUnits {
		digits, ok := strings.CutSuffix(value, unit.suffix)
		if !ok {
			continue
		}
		// 32 bits of either unit fit an int, and no size here is larger.
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 32)
		if err != nil {
			break
		}
		return int(n) * unit.bytes, nil
	}
	return 0, errors.New("must be a number of bytes, or of KiB or MiB, such as 64KiB")
}
