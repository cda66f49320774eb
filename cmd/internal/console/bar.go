package console

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows on a terminal how far a run is; a short one needs none.
type Bar struct {
	bar   *progressbar.ProgressBar
	began time.Time
	shown bool
}

// When the bar is first drawn, and how often.
const (
	barAfter = 500 * time.Millisecond
	barEvery = 100 * time.Millisecond
)

// NewBar is the bar of so many things, which are called so.
func NewBar(w io.Writer, all int64, things string) *Bar {
	return &Bar{began: time.Now(), bar: progressbar.NewOptions64(all, progressbar.OptionSetWriter(w),
		progressbar.OptionShowIts(), progressbar.OptionShowCount(), progressbar.OptionSetItsString(things),
		progressbar.OptionUseANSICodes(true), progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish())}
}

// Show draws the bar; one that cannot be drawn is no reason to stop.
func (b *Bar) Show(done int64) {
	if b.shown = b.shown || time.Since(b.began) > barAfter; b.shown {
		_ = b.bar.Set64(done)
	}
}

// Clear takes the bar away.
func (b *Bar) Clear() {
	if b.shown {
		_ = b.bar.Clear()
	}
}
