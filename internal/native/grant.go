package native

// Grant is a right to the notes of a scope above the agent's own. It is a
// binding of the kind artifact_grant, and decides the reach of notes only.
type Grant struct {
	Name    string
	Enabled bool // how the platform is seeded
}

// Grants returns the four grants. All but writing for the whole organisation are
// seeded on.
func Grants() []Grant {
	return []Grant{
		{Name: "read_guild", Enabled: true},
		{Name: "read_org", Enabled: true},
		{Name: "write_guild", Enabled: true},
		{Name: "write_org", Enabled: false},
	}
}
