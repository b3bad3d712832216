// Package listing keeps the providers' lists of models for some minutes, for whoever
// chooses a model and for runs, which need to know how long a conversation may grow.
package listing
