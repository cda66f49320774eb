// Package tracks carries the built-in tracks inside the program.
package tracks

import "embed"

// FS holds NAME.lua for each built-in track.
//
//go:embed avus.lua donington.lua hungaroring.lua indianapolis.lua monaco.lua monza_1933.lua oval.lua proving.lua valencia.lua
var FS embed.FS
