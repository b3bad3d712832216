// Package record holds the tools over the organisation's collections, the typed
// tables that an operator defines and grants: record_search, record_list, record_add,
// record_update and record_remove (specification, "Native tools"). Each names the
// table by collection; none makes, alters or deletes one.
package record
