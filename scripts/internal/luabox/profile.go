package luabox

import (
	"reflect"
	"unsafe"

	lua "github.com/yuin/gopher-lua"
)

// Profile is where the work of a box goes. Every so many of the instructions that
// the box is charged, the functions that run are noted; what Go functions charge
// falls to the line that calls them. Which instructions these are is the same on
// each run.
type Profile struct {
	box    *Box
	root   node
	calls  map[*lua.FunctionProto]int64
	turns  int64
	last   int  // what was left of the budget when last looked at
	since  int  // instructions since the functions were last noted
	jumped bool // the instruction before was a jump
	stack  []spot
}

// Sampled is how many instructions lie between two notes: a prime, so that no
// loop keeps step with it.
const Sampled = 97

// spot is a line of a function that runs.
type spot struct {
	fn   *lua.FunctionProto
	line int
}

// node is the work of one stack of functions, and of those that go on from it.
type node struct {
	work int64
	on   map[spot]*node
}

// Spot is a line of a function that runs.
type Spot struct {
	File    string
	Line    int
	Defined int // the line on which the function begins, 0 for the file itself
}

// Profile has the box note where its work goes from here on.
func (b *Box) Profile() *Profile {
	p := &Profile{box: b, calls: map[*lua.FunctionProto]int64{}, last: b.budget.left}
	b.budget.profile = p
	b.state.SetContext(watched{b.budget, p})
	return p
}

// Begin says that a race begins: what is noted in it does not depend on the races
// before.
func (b *Box) Begin() {
	if p := b.budget.profile; p != nil {
		p.since = 0
	}
}

// Turned says that so many turns were played.
func (b *Box) Turned(n int) {
	if p := b.budget.profile; p != nil {
		p.turns += int64(n)
	}
}

// Turns is how many turns were played.
func (p *Profile) Turns() int64 { return p.turns }

// Stacks calls f with each stack of functions that was noted, the outermost first,
// and the instructions that fall to it. Without a function it is work of
// Go's that no rule has called.
func (p *Profile) Stacks(f func(stack []Spot, work int64)) { p.root.each(nil, f) }

func (n *node) each(stack []Spot, f func(stack []Spot, work int64)) {
	if n.work > 0 {
		f(stack, n.work)
	}
	for at, next := range n.on {
		here := append(stack[:len(stack):len(stack)], Spot{at.fn.SourceName, at.line, at.fn.LineDefined})
		next.each(here, f)
	}
}

// Calls calls f with each function that was called, by the line on which it
// begins, and how often.
func (p *Profile) Calls(f func(file string, defined int, calls int64)) {
	for fn, n := range p.calls {
		f(fn.SourceName, fn.LineDefined, n)
	}
}

// watched is the budget of a box whose work is noted.
type watched struct {
	*budget
	profile *Profile
}

// Done implements context.Context; the machine asks before each instruction.
func (w watched) Done() <-chan struct{} {
	w.profile.called()
	done := w.budget.Done()
	w.profile.look()
	return done
}

// called counts a call: the first instruction of a function, unless the function
// jumps back to it.
func (p *Profile) called() {
	f := running(p.box.state)
	if f.Pc == 1 && !p.jumped {
		p.calls[f.Fn.Proto]++
	}
	p.jumped = opcode(f.Fn.Proto.Code[f.Pc-1]) == lua.OP_JMP
}

// refilled says that the budget has another number of instructions left now.
func (p *Profile) refilled(left int) { p.last = left }

// look notes the functions that run if it is time to.
func (p *Profile) look() {
	left := p.box.budget.left
	p.since += p.last - left
	p.last = left
	if p.since < Sampled {
		return
	}
	work := p.since - p.since%Sampled
	p.since -= work
	p.stack = p.stack[:0]
	for f := running(p.box.state); f != nil; f = f.Parent {
		if !f.Fn.IsG && f.Pc > 0 {
			p.stack = append(p.stack, spot{f.Fn.Proto, f.Fn.Proto.DbgSourcePositions[f.Pc-1]})
		}
	}
	at := &p.root
	for i := len(p.stack) - 1; i >= 0; i-- {
		at = at.next(p.stack[i])
	}
	at.work += int64(work)
}

func (n *node) next(at spot) *node {
	if n.on == nil {
		n.on = map[spot]*node{}
	}
	next := n.on[at]
	if next == nil {
		next = &node{}
		n.on[at] = next
	}
	return next
}

// frame is how the machine's frames of running functions begin.
type frame struct {
	Idx    int
	Fn     *lua.LFunction
	Parent *frame
	Pc     int
}

// runningAt is where the machine keeps the frame that runs.
var runningAt = func() uintptr {
	field, ok := reflect.TypeFor[lua.LState]().FieldByName("currentFrame")
	if !ok || field.Type.Kind() != reflect.Pointer || !begins(field.Type.Elem(), reflect.TypeFor[frame]()) {
		panic("luabox: the machine's frames are made otherwise than they were")
	}
	return field.Offset
}()

// begins says that one struct begins like another.
func begins(one, other reflect.Type) bool {
	for i := range other.NumField() {
		f, g := one.Field(i), other.Field(i)
		if f.Name != g.Name || f.Offset != g.Offset || f.Type.Kind() != g.Type.Kind() {
			return false
		}
	}
	return true
}

// running is the frame that runs, nil for none.
func running(L *lua.LState) *frame {
	return *(**frame)(unsafe.Add(unsafe.Pointer(L), runningAt))
}
