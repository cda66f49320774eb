package luabox

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// FunctionPrefix begins the text of a function, as Literal has it.
const FunctionPrefix = "function "

// Literal is a value as Lua would write it; a function is a hash of what it
// does, wherever it stands in its file.
func (b *Box) Literal(v Value) string { return b.literal(v.raw()) }

func (b *Box) literal(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return strconv.Quote(string(v))
	case *lua.LFunction:
		if b.hooks.Literal != nil {
			if text, ok := b.hooks.Literal(Function{v}); ok {
				return FunctionPrefix + text
			}
		}
		return FunctionPrefix + b.FunctionHash(Function{v})
	}
	return v.String()
}

// FunctionHash is the same for two functions that do the same thing, "" for
// none and for one of Go's.
func (b *Box) FunctionHash(f Function) string {
	if f.f == nil || f.f.Proto == nil {
		return ""
	}
	if known, ok := b.hashes[f.f.Proto]; ok { // functions made in a loop are one to the machine
		return known
	}
	h := sha256.New()
	var walk func(p *lua.FunctionProto)
	walk = func(p *lua.FunctionProto) {
		fmt.Fprintln(h, p.NumParameters, p.NumUpvalues, p.IsVarArg, p.Code)
		for _, c := range p.Constants {
			fmt.Fprintf(h, "%s %q\n", c.Type(), c.String())
		}
		for _, inner := range p.FunctionPrototypes {
			walk(inner)
		}
	}
	walk(f.f.Proto)
	b.hashes[f.f.Proto] = hex.EncodeToString(h.Sum(nil)[:8])
	return b.hashes[f.f.Proto]
}

// MaxDigest is how many values a digest lists at most, and maxPath how long the
// path of one may be.
const (
	MaxDigest = 50_000
	maxPath   = 2000
)

// Digest lists every value that can be reached from a variant's table and the
// libraries by path, but for things: cars, spaces and the race. A long text is
// listed by a hash, which is another one in another process. It fails for more
// than MaxDigest.
func (b *Box) Digest(variant Table) (map[string]string, error) {
	d := &digester{box: b, values: map[string]string{}, seen: map[lua.LValue]bool{}}
	d.walk("self", variant.t)
	for _, name := range source.SortedKeys(b.modules) {
		d.walk(name, b.modules[name])
	}
	d.walk("global", b.env)
	if d.more {
		return nil, fmt.Errorf("more than %d values can be reached from the variant and what it uses: keep fewer in tables, and those less deep", MaxDigest)
	}
	return d.values, nil
}

type digester struct {
	box    *Box
	values map[string]string
	seen   map[lua.LValue]bool
	more   bool
}

func (d *digester) walk(path string, v lua.LValue) {
	if d.more = d.more || len(d.values)+len(d.seen) > MaxDigest || len(path) > maxPath; d.more {
		return
	}
	switch v := v.(type) {
	case *lua.LTable:
		if _, thing := d.box.thing(v); thing || d.seen[v] {
			return
		}
		d.seen[v] = true
		for _, k := range d.keys(v) {
			d.walk(source.Join(path, d.box.show(k)), v.RawGet(k))
		}
	case *lua.LFunction:
		d.values[path] = d.box.literal(v)
		if d.seen[v] || v.Proto == nil {
			return
		}
		d.seen[v] = true
		for i, up := range v.Upvalues {
			d.walk("the local "+v.Proto.DbgUpvalues[i]+" of "+path, up.Value())
		}
	case lua.LString:
		if len(v) > shortText {
			d.values[path] = strconv.FormatUint(maphash.String(d.box.textSeed, string(v)), 16)
			return
		}
		d.values[path] = d.box.literal(v)
	default:
		d.values[path] = d.box.literal(v)
	}
}

// keys lists a table's keys in one order, whatever they are.
func (d *digester) keys(t *lua.LTable) []lua.LValue {
	var keys []lua.LValue
	t.ForEach(func(k, _ lua.LValue) { keys = append(keys, k) })
	if d.more = len(keys) > MaxDigest; d.more {
		return nil
	}
	slices.SortStableFunc(keys, func(a, b lua.LValue) int {
		return cmp.Or(cmp.Compare(a.Type(), b.Type()), strings.Compare(d.box.show(a), d.box.show(b)))
	})
	return keys
}
