// Package variants carries the built-in variants and house rules inside the program, without
// their specs.
package variants

import "embed"

// FS holds NAME.lua for each built-in variant and house rule.
//
//go:embed blue_flags.lua epreuve1934.lua epreuve1934_drivers.lua epreuve_force_pass.lua force_pass.lua isloppet.lua isloppet_drivers.lua pace_laps.lua paper_f1.lua paper_f1_quick.lua reverse_grid.lua speedway.lua speedway_drivers.lua stockcar.lua wolves.lua
var FS embed.FS
