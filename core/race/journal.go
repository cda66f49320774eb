package race

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Format is the version of the journal's lines; Engine is the version of what
// the same rules and the same seed do. A journal of another version is
// refused.
const (
	Format = 1
	Engine = "1"
)

// Head is the first line of a journal: what a race was started with.
type Head struct {
	Format  int      `json:"format"`
	Engine  string   `json:"engine"`
	Variant string   `json:"variant"`
	Track   string   `json:"track"`
	Laps    int      `json:"laps"`
	Seed    string   `json:"seed"`
	Entries []Entry  `json:"entries"`
	People  []string `json:"people,omitempty"` // cars that people drive
	Bots    string   `json:"bots,omitempty"`   // who drives the others
	Start   string   `json:"start,omitempty"`  // the state the race begins in, "" for cars waiting
}

// Entry is one line of an entry list: a car's name, and the starting values of
// fields that the rules declared.
type Entry struct {
	Name   string         `json:"name"`
	Fields map[string]any `json:"fields,omitempty"`
}

// Record is one line of a journal: exactly one of its parts is there.
type Record struct {
	Prev   string        `json:"prev"` // hash of the line before, "" in the first
	Head   *Head         `json:"race,omitempty"`
	Source *sourceRecord `json:"source,omitempty"`
	Rules  *rulesRecord  `json:"rules,omitempty"`
	Answer *answerRecord `json:"answer,omitempty"`
	Commit *commitRecord `json:"commit,omitempty"`
	Undo   int           `json:"undo,omitempty"` // steps taken back
	Amend  *amendRecord  `json:"amend,omitempty"`
}

type sourceRecord struct {
	Hash string `json:"hash"`
	Source
}

// rulesRecord says which rules hold from here on.
type rulesRecord struct {
	Files    []string `json:"files"` // hashes of sources that stand before
	Settings []string `json:"set,omitempty"`
	Changes  []string `json:"changes,omitempty"` // in words, for readers
}

type answerRecord struct {
	Step   string `json:"step"`
	Who    string `json:"who"`
	Key    string `json:"ask"`
	Nth    int    `json:"nth"`
	Option string `json:"option"`
}

type commitRecord struct {
	Step   string            `json:"step"`
	Events []json.RawMessage `json:"events"`
	State  string            `json:"state"` // SHA-256 of the state text
}

// amendRecord is a game master's correction.
type amendRecord struct {
	Note  string `json:"note"`
	State string `json:"state"` // the whole state after it
}

// writer chains records.
type writer struct {
	out   io.Writer
	prev  string
	known map[string]bool // sources written, by hash
}

// write appends one line. After an error the journal takes no more lines: what
// stands in it is what happened.
func (w *writer) write(rec Record) error {
	if w == nil || w.out == nil {
		return nil
	}
	rec.Prev = w.prev
	line, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	w.prev = lineHash(line)
	return nil
}

// writeRules writes the sources that are not in the journal yet, then the
// line that puts them in force.
func (w *writer) writeRules(b Book, changes []string) error {
	rules := rulesRecord{Settings: b.Settings(), Changes: changes}
	for _, src := range b.Sources() {
		hash := hashOf(src.Name + "\n" + src.Text)
		rules.Files = append(rules.Files, hash)
		if w == nil || w.known[hash] {
			continue
		}
		if err := w.write(Record{Source: &sourceRecord{hash, src}}); err != nil {
			return err
		}
		w.known[hash] = true
	}
	return w.write(Record{Rules: &rules})
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// lineHash is the first half of the line's SHA-256.
func lineHash(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:16])
}

// Errors of reading a journal.
var (
	// ErrEmpty is returned for a journal that ends before its first race
	// could begin: nothing was played.
	ErrEmpty = errors.New("the journal ends before the race began; nothing is lost, start the race again")
)

// ReadJournal reads the lines of a journal and checks their chain. A last line
// without its line break was torn by a crash and is left out; whole is the
// number of bytes before it. A line that was changed, or belongs to another
// version, is an error with its number.
func ReadJournal(text []byte) (records []Record, whole int, err error) {
	prev := ""
	for n := 1; ; n++ {
		line, _, complete := bytes.Cut(text[whole:], []byte{'\n'})
		if !complete {
			break
		}
		var rec Record
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&rec); err != nil {
			return nil, 0, fmt.Errorf("line %d is not a line of a journal: %w", n, err)
		}
		if err := rec.check(n, prev); err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		records = append(records, rec)
		prev = lineHash(line)
		whole += len(line) + 1
	}
	if len(records) == 0 {
		return nil, 0, ErrEmpty
	}
	return records, whole, nil
}

func (rec *Record) check(n int, prev string) error {
	switch {
	case n == 1 && rec.Head == nil:
		return errors.New("a journal begins with the race it is of")
	case n == 1 && rec.Head.Format != Format:
		return fmt.Errorf("journal format %d; this program reads format %d", rec.Head.Format, Format)
	case n == 1 && rec.Head.Engine != Engine:
		return fmt.Errorf("written under engine version %s; this program has version %s, which may play otherwise", rec.Head.Engine, Engine)
	case rec.Prev != prev:
		return fmt.Errorf("it does not follow the line before: the journal was changed")
	case rec.Source != nil && rec.Source.Hash != hashOf(rec.Source.Name+"\n"+rec.Source.Text):
		return fmt.Errorf("the text of %s does not have its hash: the journal was changed", rec.Source.Path)
	}
	return nil
}
