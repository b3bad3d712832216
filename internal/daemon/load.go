package daemon

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/pkg/api"
)

const configFlag = "config"

// AddFlags gives fs a flag for each setting that has one, and --config.
func AddFlags(fs *pflag.FlagSet) {
	fs.String(configFlag, "", "configuration `file`; an .env file beside it is read too")
	for _, s := range settings {
		if s.flag != "" {
			fs.String(s.flag, s.def, strings.ReplaceAll(s.help, "`", ""))
		}
	}
}

// LoadConfig reads the configuration from flags that AddFlags made, from env, and
// from the files. The error has the code CodeInvalid and lists every problem at
// once, each with the place it comes from; it repeats no secret.
func LoadConfig(flags *pflag.FlagSet, env Environment) (*Config, error) {
	l := newLoader(env)
	if err := l.readFiles(flags); err != nil {
		return nil, err
	}
	l.readVariables(variables{values: env.Vars, mustKnow: boxVariables(env.Vars)})
	if err := l.readFlags(flags); err != nil {
		return nil, err
	}
	c := l.config()
	if len(l.problems) > 0 {
		return nil, guild.Invalid("the configuration is wrong:", l.problems)
	}
	return c, nil
}

// loader lays one layer of settings over the other. Each layer notes where its
// values come from, so the note that is left tells the place of the value that is
// in force.
type loader struct {
	viper    *viper.Viper
	env      Environment
	source   map[string]string // by the setting's name
	problems []guild.Problem
}

func newLoader(env Environment) *loader {
	l := &loader{viper: viper.New(), env: env, source: map[string]string{}}
	for _, s := range settings {
		l.viper.SetDefault(s.name, s.def)
		l.source[s.name] = "default"
	}
	return l
}

func (l *loader) problem(where, format string, args ...any) {
	l.problems = append(l.problems, guild.Problem{Path: where, Message: fmt.Sprintf(format, args...)})
}

// merge lays values over what is there. Keys are names of settings; those of
// upstreams have a map.
func (l *loader) merge(values map[string]any, source func(name string) string) {
	if err := l.viper.MergeConfigMap(values); err != nil {
		panic(err) // it has no failing path for a map
	}
	for name, value := range values {
		if name != upstreamName {
			l.source[name] = source(name)
			continue
		}
		for slug := range value.(map[string]any) {
			l.source[name+"."+slug] = source(name + "." + slug)
		}
	}
}

// readFiles reads guildsd.yaml and then the .env file beside it. Both may be
// missing, unless a flag names the first.
func (l *loader) readFiles(flags *pflag.FlagSet) error {
	file, err := flags.GetString(configFlag)
	if err != nil {
		return err
	}
	named := file != ""
	if !named {
		file = l.env.configFile()
	}
	values, err := readFile(file, "yaml")
	if errors.Is(err, fs.ErrNotExist) && named {
		return guild.Errorf(guild.CodeInvalid, "there is no configuration file %s", file)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	l.readYAML(file, values)

	dotenv := filepath.Join(filepath.Dir(file), ".env")
	values, err = readFile(dotenv, "env")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	vars := map[string]string{}
	for name, value := range values {
		vars[strings.ToUpper(name)] = fmt.Sprint(value)
	}
	l.readVariables(variables{values: vars, file: dotenv, mustKnow: slices.Sorted(maps.Keys(vars))})
	return nil
}

var lineNumber = regexp.MustCompile(`line \d+`)

// readFile decodes a file. The decoders' errors may quote a line, and a line may
// hold a secret, so only its number is told.
func readFile(file, kind string) (map[string]any, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	v := viper.New()
	v.SetConfigType(kind)
	if err := v.ReadConfig(bytes.NewReader(content)); err != nil {
		where := file
		if line := lineNumber.FindString(err.Error()); line != "" {
			where += ", " + line
		}
		form := map[string]string{"yaml": "YAML with a name and a value a line", "env": "lines NAME=value"}[kind]
		return nil, guild.Errorf(guild.CodeInvalid, "%s cannot be read; it must be %s", where, form)
	}
	return v.AllSettings(), nil
}

// readYAML checks the names and forms in guildsd.yaml and lays its values.
func (l *loader) readYAML(file string, values map[string]any) {
	known := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		group, isMap := value.(map[string]any)
		switch {
		case name == upstreamName && isMap:
			known[name] = group
		case name == upstreamName:
			l.problem(file+": "+name, "must map slugs to addresses")
		case !isSetting(name):
			l.problem(file+": "+name, "there is no such setting; the nearest is %s", nearest(name, settingNames()))
		case isMap || isList(value):
			l.problem(file+": "+name, "must be a single value")
		default:
			known[name] = value
		}
	}
	l.merge(known, func(string) string { return file })
}

func isList(value any) bool { _, ok := value.([]any); return ok }

func (l *loader) readFlags(flags *pflag.FlagSet) error {
	for _, s := range settings {
		flag := flags.Lookup(s.flag)
		if s.flag == "" || flag == nil || !flag.Changed {
			continue
		}
		if err := l.viper.BindPFlag(s.name, flag); err != nil {
			return err
		}
		l.source[s.name] = "flag --" + s.flag
	}
	return nil
}

// config checks each value in force and notes every problem.
func (l *loader) config() *Config {
	c := &Config{Upstreams: map[string]string{}, ModelAddresses: map[string]string{}, CredentialsDir: l.env.Vars["CREDENTIALS_DIRECTORY"]}
	l.viper.SetDefault("state_dir", l.env.stateDir())
	stateDir := l.viper.GetString("state_dir")
	if !filepath.IsAbs(stateDir) {
		stateDir = l.env.stateDir() // one problem, told once
	}
	l.viper.SetDefault("socket", l.env.socket(stateDir))
	for _, s := range settings {
		value := strings.TrimSpace(l.viper.GetString(s.name))
		if err := s.read(c, value); err != nil {
			l.problem(l.source[s.name]+": "+s.name, "%s", err)
		}
		c.values = append(c.values, api.Setting{Name: s.name, Value: shown(s.secret, value), Source: l.source[s.name], Secret: s.secret})
	}
	l.readUpstreams(c)
	c.Integrations = integration.New(func(variable string) string { return l.viper.GetString(strings.ToLower(variable)) })
	return c
}

func (l *loader) readUpstreams(c *Config) {
	group := l.viper.GetStringMapString(upstreamName)
	for _, slug := range slices.Sorted(maps.Keys(group)) {
		name := upstreamName + "." + slug
		for _, err := range []error{guild.CheckSlug(slug), loopbackURL(group[slug])} {
			if err != nil {
				l.problem(l.source[name]+": "+name, "%s", err)
			}
		}
		c.Upstreams[slug] = strings.TrimRight(group[slug], "/")
		c.values = append(c.values, api.Setting{Name: name, Value: group[slug], Source: l.source[name]})
	}
}
