// Package group is the rules of group chat: each guild has one group, in which operators
// and the guild's agents post, and a post wakes agents. Whom it wakes its mentions say,
// or for an operator's post the group-routing service where the box has one; what the
// woken agents read of what was said before is chosen likewise (specification, "Native
// tools" and "Integrations").
//
// What a post stores and starts is one step of the Store.
package group
