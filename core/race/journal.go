package race

import (
	"bytes"
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
	err   error           // of the write that failed
}

// write appends one line. After an error the journal takes no more lines: what
// stands in it is what happened.
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
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		w.err = fmt.Errorf("the journal cannot be written: %w", err)
		return w.err
	}
	w.prev = hash
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

// unseal splits a line into its hash and the JSON that the hash is of.
func unseal(line []byte) (body []byte, hash string, err error) {
	const begins = len(hashOpens) + hashLength + len(hashCloses)
	if len(line) <= begins || string(line[:len(hashOpens)]) != hashOpens || string(line[begins-len(hashCloses):begins]) != hashCloses {
		return nil, "", errors.New("it does not begin with a hash")
	}
	hash = string(line[len(hashOpens) : begins-len(hashCloses)])
	body = append([]byte{'{'}, line[begins:]...)
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
		body, hash, err := unseal(line)
		if err == nil && n == 1 {
			err = checkVersion(body)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		rec, err := decode(body)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d is not a line of a journal: %w", n, err)
		}
		if err := rec.check(n, prev); err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		rec.hash = hash
		records = append(records, rec)
		prev = hash
		whole += len(line) + 1
	}
	if len(records) == 0 {
		return nil, 0, ErrEmpty
	}
	return records, whole, nil
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
		return fmt.Errorf("written under engine version %s; this program has version %s, which may play otherwise", first.Head.Engine, Engine)
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
