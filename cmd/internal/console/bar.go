package console

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows on a terminal how far a run is; a short one needs none.
type Bar struct {
	bar     *progressbar.ProgressBar
	began   time.Time
	shown   bool
	longest time.Duration // of a bar of time
	drawn   time.Duration // after which that was drawn last
	things  string
}

// When the bar is first drawn, and how often.
const (
	barAfter = 500 * time.Millisecond
	barEvery = 100 * time.Millisecond
)

// NewBar is the bar of so many things, which are called so.
func NewBar(w io.Writer, all int64, things string) *Bar {
	return newBar(w, all, progressbar.OptionShowIts(), progressbar.OptionShowCount(), progressbar.OptionSetItsString(things))
}

// NewTimeBar is the bar of things of which as many are done as time allows.
func NewTimeBar(w io.Writer, longest time.Duration, things string) *Bar {
	b := newBar(w, max(1, longest.Milliseconds()), progressbar.OptionThrottle(0))
	b.longest, b.things = longest, things
	return b
}

func newBar(w io.Writer, all int64, options ...progressbar.Option) *Bar {
	return &Bar{began: time.Now(), bar: progressbar.NewOptions64(all, append([]progressbar.Option{progressbar.OptionSetWriter(w),
		progressbar.OptionUseANSICodes(true), progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish()}, options...)...)}
}

// Show draws the bar; one that cannot be drawn is no reason to stop.
func (b *Bar) Show(done int64) {
	took := time.Since(b.began)
	if b.shown = b.shown || took > barAfter; !b.shown {
		return
	}
	if b.longest == 0 {
		_ = b.bar.Set64(done)
	} else if took-b.drawn > barEvery {
		b.drawn = took
		_ = b.bar.Set64(min(took, b.longest).Milliseconds())
		b.bar.Describe(fmt.Sprintf("%d %s", done, b.things))
	}
}

// Clear takes the bar away.
func (b *Bar) Clear() {
	if b.shown {
		_ = b.bar.Clear()
	}
}
