// Package variants carries the built-in variants inside the program, without
// their specs.
package variants

import "embed"

// FS holds NAME.lua for each built-in variant.
//
//go:embed epreuve1934.lua epreuve1934_drivers.lua epreuve_force_pass.lua force_pass.lua isloppet.lua isloppet_drivers.lua paper_f1.lua paper_f1_quick.lua speedway.lua speedway_drivers.lua stockcar.lua
var FS embed.FS
