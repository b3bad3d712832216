// Package native is the table of native tools as bindings see them: which of
// them a scope can switch on and off, and how a new box is seeded.
//
// The specification's section "Catalog, connections, bindings" lists the seed.
// Tools that follow an agent's flags (browser, code) and report_issue, which is
// always offered, are never bindings and therefore not in the table.
package native
