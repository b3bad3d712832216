// Package agent says what an agent's settings may be: its model, its instructions,
// its budget of tool calls and what is switched on for it. It holds no SQL.
package agent
