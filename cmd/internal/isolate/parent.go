package isolate

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"time"
)

// Parent is the side of the parent.
type Parent struct {
	Command  *exec.Cmd // the program, which has to call Enter
	Start    Start
	Silence  time.Duration // how long the child may work without a sign of life
	Out, Err io.Writer     // where its streams lead

	// Hear asks people for a line, by the prompt that the child gave to Waits. It
	// returns the context's error when that is done before they have answered, and
	// io.EOF, or why they cannot be asked, when they are gone. nil when nobody is
	// there.
	Hear func(ctx context.Context, prompt []byte) (line string, err error)

	Size func() Size // how large the terminal is; nil where there is none

	// Serve answers the child's calls, one at a time; nil when it makes none.
	Serve func(request []byte) ([]byte, error)
}

// tick is how often the parent looks whether the child is still at work. Ticks
// are counted, not the clock: while both are stopped, as by Ctrl-Z, no time
// passes.
const tick = 50 * time.Millisecond

// watch is a child that is being watched.
type watch struct {
	*Parent
	to      io.Writer
	waiting bool          // the child waits for people
	prompt  []byte        // for them
	hush    func()        // ends Hear, while people are asked
	heard   chan said     // what Hear returned
	flying  bool          // a line was sent that it has not taken yet
	silent  time.Duration // since its last sign of life
	late    bool          // it was killed for that
	stopped bool          // it was told to end
	ended   bool          // it ends by itself
	code    int           // its exit code then
}

// grace is how long a child that was told to end may be silent. That it is at
// work still is no excuse then.
const grace = 8 * tick

// said is what people have said, or why they have not.
type said struct {
	line string
	err  error
}

// Run starts the child and returns its exit code when it has ended by itself,
// or a *Death. When the context ends, the child is told to end, and killed if it
// does not; the error is the context's then.
func (p *Parent) Run(ctx context.Context) (code int, err error) {
	w, stderr := &watch{Parent: p, heard: make(chan said)}, &head{}
	p.Command.Stderr = stderr
	to, err := p.Command.StdinPipe()
	if err != nil {
		return 0, err
	}
	from, err := p.Command.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := p.Command.Start(); err != nil {
		return 0, err
	}
	w.to = to
	w.talk(ctx, listen(from))
	if !w.ended {
		_ = p.Command.Process.Kill() // it may only have said what no child says
	}
	_ = p.Command.Wait() // deathOf says more
	if w.ended {
		return w.code, nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return 0, w.death(stderr.String())
}

// death is what the child died of.
func (w *watch) death(stderr string) *Death {
	d := &Death{Cause: Time}
	if !w.late {
		d = deathOf(stderr, w.Command.ProcessState.String())
	}
	d.Memory, d.Silence = w.Start.Memory, w.Silence
	return d
}

// listen takes what the child says until it is gone.
func listen(from io.Reader) <-chan frame {
	frames := make(chan frame)
	go func() {
		defer close(frames)
		for r := bufio.NewReader(from); ; {
			f, err := receive(r)
			if err != nil {
				return
			}
			frames <- f
		}
	}()
	return frames
}

// talk serves the child until it is gone.
func (w *watch) talk(ctx context.Context, frames <-chan frame) {
	start, err := json.Marshal(w.Start)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	w.send(kindStart, start)
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer w.quiet()
	stop := ctx.Done()
	for {
		w.ask(ctx)
		select {
		case f, ok := <-frames:
			if !ok {
				return
			}
			w.take(f)
		case s := <-w.heard:
			w.hush()
			w.hush = nil
			w.pass(s)
		case <-stop:
			w.send(kindStop, nil)
			stop, w.stopped, w.waiting, w.silent = nil, true, false, 0
		case <-ticker.C:
			w.measure()
			w.look()
		}
	}
}

// ask has people asked for a line when the child wants one.
func (w *watch) ask(ctx context.Context) {
	if !w.waiting || w.flying || w.hush != nil || w.Hear == nil || ctx.Err() != nil {
		return
	}
	ctx, w.hush = context.WithCancel(ctx)
	prompt := w.prompt
	go func() {
		line, err := w.Hear(ctx, prompt)
		w.heard <- said{line, err}
	}()
}

// quiet asks people no more. What they have said already is passed on.
func (w *watch) quiet() {
	if w.hush != nil {
		w.hush()
		w.hush = nil
		w.pass(<-w.heard)
	}
}

// pass gives a line to the child, or says that there will be no more.
func (w *watch) pass(s said) {
	switch {
	case s.err == nil:
		w.measure()
		w.send(kindLine, []byte(s.line))
	case errors.Is(s.err, context.Canceled): // they were interrupted
		return
	default:
		w.Hear = nil
		w.send(kindNoMore, nil)
	}
	w.flying = true
}

// measure tells the child how large the terminal has become.
func (w *watch) measure() {
	if w.Size == nil {
		return
	}
	if size := w.Size(); size != w.Start.Size {
		w.Start.Size = size
		text, err := json.Marshal(size)
		if err != nil {
			panic(err) // numbers can be written
		}
		w.send(kindSize, text)
	}
}

// send says something to the child. One that is gone is found to be so by what
// does not come from it.
func (w *watch) send(k kind, text []byte) { _ = send(w.to, k, text) }

// take does what the child says.
func (w *watch) take(f frame) {
	if f.kind != kindAlive || !w.stopped {
		w.silent = 0
	}
	switch f.kind {
	case kindOut:
		_, _ = w.Out.Write(f.text) // who gave the stream looks whether it could be written
	case kindErr:
		_, _ = w.Err.Write(f.text)
	case kindWaits:
		w.waiting, w.prompt = !w.stopped, f.text
	case kindGoes:
		w.waiting = false
		w.quiet()
		if string(f.text) == lineTaken {
			w.flying = false
		}
	case kindCall:
		w.answer(f.text)
	case kindEnd:
		w.ended, w.code = len(f.text) == 1, int(append(f.text, 0)[0])
	}
}

func (w *watch) answer(request []byte) {
	reply, err := w.Serve(request)
	if err != nil {
		w.send(kindFailed, packError(err))
		return
	}
	w.send(kindDone, reply)
}

// look kills a child that has been silent for too long.
func (w *watch) look() {
	if w.waiting && !w.flying {
		return
	}
	most := w.Silence
	if w.stopped {
		most = min(most, grace)
	}
	if w.silent += tick; w.silent > most && !w.late {
		w.late = true
		_ = w.Command.Process.Kill() // it may be gone
	}
}

// head keeps the beginning of what is written to it.
type head struct{ text []byte }

const headLength = 1 << 14

func (h *head) Write(text []byte) (int, error) {
	h.text = append(h.text, text[:min(len(text), headLength-len(h.text))]...)
	return len(text), nil
}

func (h *head) String() string { return string(h.text) }
