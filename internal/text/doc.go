// Package text fits text to where it is shown: within a number of bytes, and in
// sizes that people read. decisions.md, "Tool results", has the rule of the cap.
package text
