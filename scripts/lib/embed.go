// Package lib carries the shared rule library: Lua files with what rules of
// several games have in common. It is read as "lib/NAME", and embedded here
// because it belongs to the program, whatever lies on disk.
package lib

import "embed"

// FS holds the library's files.
//
//go:embed *.lua
var FS embed.FS
