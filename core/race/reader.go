package race

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrEmpty is returned for a journal that ends before its first race could
// begin: nothing was played.
var ErrEmpty = errors.New("the journal ends before the race began; nothing is lost, start the race again")

// Reader reads a journal line by line, whatever its length, and checks its
// chain.
type Reader struct {
	in    *bufio.Reader
	line  []byte // the one that was read last
	whole int64
	prev  string // the hash of that
	held  holding
	err   error // why there is no next line
}

// NewReader begins to read a journal.
func NewReader(journal io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(journal, 1<<16)}
}

// Next is the next record, or io.EOF behind the last one. A last line without
// its line break was torn by a crash and is left out. A line that was changed,
// that belongs to another version, or that is more than a journal may hold, is
// an error with its number; a journal without a whole line is ErrEmpty.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	rec, err := r.next()
	switch {
	case err == io.EOF && r.held.lines == 0:
		err = ErrEmpty
	case err != nil && err != io.EOF:
		err = fmt.Errorf("line %d%w", r.held.lines+1, err)
	}
	r.err = err
	return rec, err
}

// Whole is the number of bytes in the lines that were read so far.
func (r *Reader) Whole() int64 { return r.whole }

// next is Next; errors begin with what comes after the number of the line.
func (r *Reader) next() (*Record, error) {
	if err := r.read(); err != nil {
		return nil, err
	}
	size := len(r.line) + 1
	body, hash, err := unseal(r.line)
	if err == nil && r.held.lines == 0 {
		err = checkVersion(body)
	}
	if err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	rec, err := decode(body)
	if err != nil {
		return nil, fmt.Errorf(" is not a line of a journal: %w", err)
	}
	now := r.held
	err = now.take(&rec, size)
	if err == nil {
		err = rec.check(now.lines, r.prev)
	}
	if err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	rec.hash = hash
	r.prev, r.held, r.whole = hash, now, r.whole+int64(size)
	return &rec, nil
}

// read reads a line, without its line break. It is io.EOF when there is no whole
// one left, and takes no more than a line may have.
func (r *Reader) read() error {
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.line = append(r.line, part...)
		if len(r.line)-1 > mostOf(isStep(r.line)) {
			return fmt.Errorf(" is longer than %d bytes, which no line of a journal is", mostOf(isStep(r.line)))
		}
		switch {
		case err == nil:
			r.line = r.line[:len(r.line)-1]
			return nil
		case err == io.EOF && r.held.lines == 0 && !bytes.HasPrefix(r.line, []byte(hashOpens)[:min(len(hashOpens), len(r.line))]):
			return fmt.Errorf(": %w", errNoHash)
		case err == io.EOF:
			return err
		case err != bufio.ErrBufferFull:
			return fmt.Errorf(": %w", err)
		}
	}
}

// isStep says that a line begins as those do that commit a step.
func isStep(line []byte) bool {
	_, rest, ok := bytes.Cut(line[:min(len(line), 200)], []byte(`"prev":"`))
	return ok && len(rest) > hashLength && bytes.HasPrefix(rest[hashLength:], []byte(`","commit":`))
}

// checkVersion refuses a first line of another version, whatever else that
// version may have written there.
func checkVersion(line []byte) error {
	var first struct {
		Head *struct {
			Format int    `json:"format"`
			Engine string `json:"engine"`
		} `json:"race"`
	}
	switch err := json.Unmarshal(line, &first); {
	case err != nil:
		return nil // decode says more
	case first.Head == nil:
		return errors.New("a journal begins with the race it is of")
	case first.Head.Format != Format:
		return fmt.Errorf("journal format %d; this program reads format %d", first.Head.Format, Format)
	case first.Head.Engine != Engine:
		who := playedBy[first.Head.Engine]
		if who == "" {
			who = "another program"
		}
		return fmt.Errorf("written under engine %s; this program has engine %s, which may play otherwise: %s plays it, whose `sandbox version` says engine %s",
			first.Head.Engine, Engine, who, first.Head.Engine)
	}
	return nil
}

// decode reads one line, which holds a record and nothing else.
func decode(line []byte) (rec Record, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&rec)
	if err == nil && decoder.InputOffset() < int64(len(line)) {
		err = errors.New("there is more in it")
	}
	return rec, err
}

func (rec *Record) check(n int, prev string) error {
	parts := 0
	for _, there := range []bool{
		rec.Head != nil, rec.Source != nil, rec.Rules != nil, rec.Answer != nil, rec.Throw != nil, rec.Commit != nil, rec.Retract != nil, rec.Undo > 0, rec.Amend != nil, rec.Go,
	} {
		if there {
			parts++
		}
	}
	switch {
	case parts != 1:
		return fmt.Errorf("it is not one record, but %d", parts)
	case rec.Head != nil && n > 1:
		return errors.New("a second race begins here")
	case rec.Prev != prev:
		return fmt.Errorf("it does not follow line %d: the journal was changed", n-1)
	case rec.Source != nil && rec.Source.Hash != hashOf(rec.Source.Name+"\n"+rec.Source.Text):
		return fmt.Errorf("the text of %s does not have its hash: the journal was changed", rec.Source.Path)
	}
	return nil
}
