// Package tracks carries the built-in tracks inside the program.
package tracks

import "embed"

// FS holds NAME.lua for each built-in track.
//
//go:embed avus.lua bristol.lua donington.lua hungaroring.lua indianapolis.lua laxforsen.lua monaco.lua monza_1933.lua oval.lua proving.lua skating.lua talladega.lua valencia.lua watkins_glen.lua
var FS embed.FS
