// Package operation is what every operation of the local API has in common: who
// asks and what that caller may, the scope that must be within reach, how errors
// become problem documents, and how an answer is streamed. The operations
// themselves are in localapi and in the areas beside this package.
package operation
