// Package tracks carries the built-in tracks inside the program.
package tracks

import "embed"

// FS holds NAME.lua for each built-in track.
//
//go:embed hungaroring.lua oval.lua
var FS embed.FS
