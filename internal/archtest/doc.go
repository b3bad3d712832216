// Package archtest holds the rules about which package may import which, each
// with its reason, and checks them on the packages as the Go toolchain sees them.
//
// The rules are about what is built into the two programs. A test may import what
// it needs to set a scene: it ships nowhere.
package archtest
