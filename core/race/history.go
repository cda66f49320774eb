package race

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Commit is a step that was carried out.
type Commit struct {
	Step   string // its label; "" for the start of the race
	Kind   Kind
	Round  int // the round it belongs to
	Events []Event
	State  string  // the state after it, as Race.Text prints it
	Given  []Given // what people answered in it, and what dice they typed in
	Amend  bool    // it is a game master's correction
}

// Hash is the SHA-256 of the state.
func (c *Commit) Hash() string { return hashOf(c.State) }

// record is the commit as the journal has it.
func (c *Commit) record() (*CommitRecord, error) {
	rec := &CommitRecord{Step: c.Step, State: c.Hash(), Events: []json.RawMessage{}}
	for _, e := range c.Events {
		text, err := e.MarshalJSON()
		if err != nil {
			return nil, err
		}
		rec.Events = append(rec.Events, text)
	}
	return rec, nil
}

// Steps is how many steps were committed, corrections among them.
func (g *Game) Steps() int { return g.history.len() - 1 }

// Commit is the commit of a number: 0 is the start of the race, Steps the last.
// It fails when there is none of that number. What its lists hold must not be
// written.
func (g *Game) Commit(i int) (Commit, error) {
	if i < 0 || i >= g.history.len() {
		return Commit{}, fmt.Errorf("there is no step %d; the race has had %d", i, g.Steps())
	}
	c, err := g.history.at(i)
	if err != nil {
		return Commit{}, err
	}
	return *c, nil
}

// Last is the last commit, the start of the race before the first step. It must
// not be written and stays what it is whatever becomes of the race.
func (g *Game) Last() *Commit { return g.history.last() }

// blockSize is how many commits are packed together, and looseSize how many of
// the last are not packed while a race is played.
const (
	blockSize = 64
	looseSize = 32
)

// history is the commits of a race. Long races have many, with states that are
// nearly alike: older ones are packed.
type history struct {
	blocks []block
	loose  []*Commit // behind the blocks; never empty once there is a commit
	seen   []*Commit // those of the block that was looked at last
	seenAt int       // the number of the first of them
}

// block is commits as packed JSON.
type block struct {
	from, n int
	text    []byte
}

// packed is how many commits are in blocks.
func (h *history) packed() int {
	if len(h.blocks) == 0 {
		return 0
	}
	last := &h.blocks[len(h.blocks)-1]
	return last.from + last.n
}

func (h *history) len() int { return h.packed() + len(h.loose) }

func (h *history) last() *Commit { return h.loose[len(h.loose)-1] }

// at is the commit of a number that there is.
func (h *history) at(i int) (*Commit, error) {
	if first := h.packed(); i >= first {
		return h.loose[i-first], nil
	}
	if h.seen == nil || i < h.seenAt || i >= h.seenAt+len(h.seen) {
		k := slices.IndexFunc(h.blocks, func(b block) bool { return i < b.from+b.n })
		seen, err := h.blocks[k].unpack()
		if err != nil {
			return nil, err
		}
		h.seen, h.seenAt = seen, h.blocks[k].from
	}
	return h.seen[i-h.seenAt], nil
}

func (h *history) add(c *Commit) {
	h.loose = append(h.loose, c)
	if len(h.loose) >= blockSize+looseSize {
		h.pack(blockSize)
	}
}

// park packs all but the last commit.
func (h *history) park() {
	h.seen = nil
	h.pack(len(h.loose) - 1)
	h.loose = slices.Clip(h.loose)
}

// pack packs the first n of the loose commits. Blocks that are no longer than
// what comes behind them, as those of a race that is often parked, become one
// with it. What cannot be written as JSON, because a rule told an event with a
// field that none may have, stays loose.
func (h *history) pack(n int) {
	if n < 1 {
		return
	}
	from, list, blocks := h.packed(), h.loose[:n:n], h.blocks
	for len(blocks) > 0 {
		b := &blocks[len(blocks)-1]
		if b.n >= blockSize || b.n > len(list) {
			break
		}
		before, err := b.unpack()
		if err != nil {
			return
		}
		from, list, blocks = b.from, append(before, list...), blocks[:len(blocks)-1]
	}
	b, err := packBlock(from, list)
	if err != nil {
		return
	}
	h.blocks = append(blocks, b)
	h.loose = append([]*Commit(nil), h.loose[n:]...)
	h.seen = nil
}

// settle gives the last commit another state.
func (h *history) settle(state string) {
	c := *h.last()
	c.State = state
	h.loose[len(h.loose)-1] = &c
}

// cut leaves the first n commits, at least one.
func (h *history) cut(n int) error {
	for first := h.packed(); n <= first; first = h.packed() {
		b := &h.blocks[len(h.blocks)-1]
		list, err := b.unpack()
		if err != nil {
			return err
		}
		h.loose, h.blocks, h.seen = list, h.blocks[:len(h.blocks)-1], nil
	}
	h.loose = slices.Clip(h.loose[:n-h.packed()])
	return nil
}

// writers are memory for packing: a megabyte each, which many races share.
var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, packLevel)
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// packLevel is how hard flate tries: 1 to 9.
const packLevel = 2

func packBlock(from int, list []*Commit) (block, error) {
	text, before := []byte{'['}, []string(nil)
	for i, c := range list {
		if i > 0 {
			text = append(text, ',')
		}
		var err error
		if text, before, err = c.appendJSON(text, before); err != nil {
			return block{}, err
		}
	}
	var out bytes.Buffer
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&out)
	if _, err := w.Write(append(text, ']')); err != nil {
		return block{}, err
	}
	if err := w.Close(); err != nil {
		return block{}, err
	}
	return block{from, len(list), bytes.Clone(out.Bytes())}, nil
}

// betweenCars stands between what a state says of the race and of each car.
const betweenCars = " | "

// packed is a commit in a block: of its state only what differs from that of the
// commit before, which is little even where there are a thousand cars.
type packed struct {
	Commit
	Changed map[int]string // parts of the state, by their number; nil where State is whole
}

// appendState adds a state, of which the parts of the one before are known, and
// returns its own. Where they are as many, it adds those that differ.
func appendState(b []byte, state string, before []string) ([]byte, []string) {
	parts := strings.Split(state, betweenCars)
	if len(parts) != len(before) {
		return appendText(append(b, `,"state":`...), state), parts
	}
	b = append(b, `,"changed":{`...)
	more := false
	for i, part := range parts {
		if part == before[i] {
			continue
		}
		if more {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '"'), int64(i), 10), `":`...)
		b, more = appendText(b, part), true
	}
	return append(b, '}'), parts
}

// appendJSON adds the commit as JSON that loses nothing, and returns the parts of
// its state. It is written by hand because there are so many.
func (c *Commit) appendJSON(b []byte, before []string) ([]byte, []string, error) {
	b = appendText(append(b, `{"step":`...), c.Step)
	b = number(b, `,"kind":`, int(c.Kind))
	b = number(b, `,"round":`, c.Round)
	b, parts := appendState(b, c.State, before)
	for i := range c.Events {
		b = append(b, [...]string{`,"events":[`, `,`}[min(i, 1)]...)
		var err error
		if b, err = c.Events[i].appendWhole(b); err != nil {
			return nil, nil, err
		}
	}
	if len(c.Events) > 0 {
		b = append(b, ']')
	}
	if len(c.Given) > 0 {
		given, err := json.Marshal(c.Given)
		if err != nil {
			return nil, nil, err
		}
		b = append(append(b, `,"given":`...), given...)
	}
	if c.Amend {
		b = append(b, `,"amend":true`...)
	}
	return append(b, '}'), parts, nil
}

func (b *block) unpack() ([]*Commit, error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(b.text)))
	if err != nil {
		return nil, err
	}
	var found []packed
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, err
	}
	list, parts := make([]*Commit, len(found)), []string(nil)
	for i := range found {
		c := found[i].Commit
		if found[i].Changed == nil {
			parts = strings.Split(c.State, betweenCars)
		} else {
			for n, part := range found[i].Changed {
				parts[n] = part
			}
			c.State = strings.Join(parts, betweenCars)
		}
		list[i] = &c
	}
	return list, nil
}
