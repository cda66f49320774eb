package race

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Format is the version of the journal's lines; Engine is the version of what
// the same rules and the same seed do. A journal of another version is
// refused.
const (
	Format = 1
	Engine = "2"
)

// playedBy says which programs have an engine of before.
var playedBy = map[string]string{"1": "a program built from a revision up to 23 November 2026"}

// Head is the first line of a journal: what a race was started with.
type Head struct {
	Format  int      `json:"format"`
	Engine  string   `json:"engine"`
	Variant string   `json:"variant"`
	With    []string `json:"with,omitempty"` // house rules over it, the last one on top
	Track   string   `json:"track"`
	Laps    int      `json:"laps"`
	Seed    string   `json:"seed"`
	Dice    string   `json:"dice,omitempty"` // the kind, as dice.Open knows it
	Entries []Entry  `json:"entries"`
	People  []string `json:"people,omitempty"` // cars that people drive
	Bots    []string `json:"bots,omitempty"`   // who drives the others, taken in turns
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
	Prev    string         `json:"prev"` // hash of the line before, "" in the first
	Head    *Head          `json:"race,omitempty"`
	Source  *SourceRecord  `json:"source,omitempty"`
	Rules   *RulesRecord   `json:"rules,omitempty"`
	Answer  *AnswerRecord  `json:"answer,omitempty"`
	Throw   *ThrowRecord   `json:"throw,omitempty"`
	Commit  *CommitRecord  `json:"commit,omitempty"`
	Retract *RetractRecord `json:"retract,omitempty"`
	Undo    int            `json:"undo,omitempty"` // steps taken back
	Amend   *AmendRecord   `json:"amend,omitempty"`
	Go      bool           `json:"go,omitempty"` // a person lets the race go on from here

	hash string // its own, as it stands at the beginning of its line
}

// SourceRecord is a file of the rules.
type SourceRecord struct {
	Hash string `json:"hash"`
	Source
}

// RulesRecord says which rules hold from here on.
type RulesRecord struct {
	Files    []string `json:"files"` // hashes of sources that stand before
	Settings []string `json:"set,omitempty"`
	Changes  []string `json:"changes,omitempty"` // in words, for readers
}

// AnswerRecord is the answer to a question.
type AnswerRecord struct {
	Step   string `json:"step"`
	Who    string `json:"who"`
	Key    string `json:"ask"`
	Nth    int    `json:"nth"`
	Option string `json:"option"`

	Written string `json:"written,omitempty"` // how it was written, where that is not the option's ID
}

// ThrowRecord is what real dice showed that were typed in together: those of the
// thrower it names and, where several threw for one purpose, of those after it.
type ThrowRecord struct {
	Step    string `json:"step"`
	Who     string `json:"who"`
	Purpose string `json:"purpose"`
	Nth     int    `json:"nth"` // of the first of the dice
	Faces   []int  `json:"faces"`
	Own     bool   `json:"own,omitempty"` // the program threw them
}

// CommitRecord is a step that was carried out.
type CommitRecord struct {
	Step   string            `json:"step"`
	Events []json.RawMessage `json:"events"`
	State  string            `json:"state"` // SHA-256 of the state text
}

// RetractRecord is an answer or a throw that was taken back, with all that was
// given to its step after it.
type RetractRecord struct {
	Step    string `json:"step"`
	Who     string `json:"who"`
	Key     string `json:"ask,omitempty"`
	Purpose string `json:"purpose,omitempty"` // of a throw
	Nth     int    `json:"nth"`
}

// AmendRecord is a game master's correction.
type AmendRecord struct {
	Note  string `json:"note"`
	State string `json:"state"` // the whole state after it
}

// writer chains records.
type writer struct {
	out   io.Writer
	prev  string
	known map[string]bool // sources written, by hash
	held  holding         // of what was written
	err   error           // of the write that failed
}

// write appends one line. It refuses what a journal has no room for. After an
// error of the disk it takes no more lines: what stands in it is what happened.
func (w *writer) write(rec Record) error {
	if w.out == nil || w.err != nil {
		return w.err
	}
	rec.Prev = w.prev
	body, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	line, hash := seal(body)
	now := w.held
	if err := now.take(&rec, len(line)+1); err != nil {
		return fmt.Errorf("%w: start another race", err)
	}
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		w.err = fmt.Errorf("the journal cannot be written: %w", err)
		return w.err
	}
	w.prev, w.held = hash, now
	return nil
}

// The beginning of every line: its own hash, which covers the rest of it.
const (
	hashOpens  = `{"hash":"`
	hashCloses = `",`
	hashLength = 32
)

// seal puts the hash of a record's JSON before it.
func seal(body []byte) (line []byte, hash string) {
	hash = lineHash(body)
	return append([]byte(hashOpens+hash+hashCloses), body[1:]...), hash
}

var errNoHash = errors.New("it does not begin with a hash")

// unseal splits a line into its hash and the JSON that the hash is of, which
// takes the place of the line.
func unseal(line []byte) (body []byte, hash string, err error) {
	const begins = len(hashOpens) + hashLength + len(hashCloses)
	if len(line) <= begins || string(line[:len(hashOpens)]) != hashOpens || string(line[begins-len(hashCloses):begins]) != hashCloses {
		return nil, "", errNoHash
	}
	hash = string(line[len(hashOpens) : begins-len(hashCloses)])
	body = line[begins-1:]
	body[0] = '{'
	if lineHash(body) != hash {
		return nil, "", errors.New("it does not have its hash: the journal was changed")
	}
	return body, hash, nil
}

// writeCommit writes a commit, if anybody keeps the journal.
func (w *writer) writeCommit(c *Commit) error {
	if w.out == nil {
		return w.err
	}
	rec, err := c.record()
	if err != nil {
		return err
	}
	return w.write(Record{Commit: rec})
}

// writeRules writes the sources that are not in the journal yet, then the
// line that puts them in force.
func (w *writer) writeRules(b Book, changes []string) error {
	rules := RulesRecord{Settings: b.Settings(), Changes: changes}
	for _, src := range b.Sources() {
		hash := hashOf(src.Name + "\n" + src.Text)
		rules.Files = append(rules.Files, hash)
		if w.known[hash] {
			continue
		}
		if w.out != nil && !utf8.ValidString(src.Text) {
			return fmt.Errorf("%s is not UTF-8, so the journal cannot keep it: save it as UTF-8", src.Path)
		}
		if err := w.write(Record{Source: &SourceRecord{hash, src}}); err != nil {
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
