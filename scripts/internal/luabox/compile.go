package luabox

import (
	"errors"
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// Unit is one compiled file.
type Unit struct {
	Source race.Source
	Lines  source.Lines      // of the table that the file returns
	From   map[string]string // by path: the file whose function makes a value in it
	proto  *lua.FunctionProto
	joins  source.Joins
	asks   bool
	House  bool // it makes a house rule
}

// compile parses and compiles a file and refuses what no rule may do: set a
// global, change a file's local from inside a function, use a name that does
// not exist. It returns all that is wrong.
func compile(src race.Source) (*Unit, error) {
	f, wrong, err := source.Read(src)
	if err != nil {
		return nil, err
	}
	proto, err := lua.Compile(f.Chunk, src.Path)
	if err != nil {
		var bad *lua.CompileError
		if errors.As(err, &bad) {
			return nil, &source.Error{File: src.Path, Line: bad.Line, Msg: bad.Message}
		}
		return nil, &source.Error{File: src.Path, Msg: err.Error()}
	}
	wrong = append(wrong, checkCode(src.Path, proto, nil, true)...)
	if len(wrong) > 0 {
		return nil, wrong.InOrder()
	}
	return &Unit{Source: src, Lines: f.Lines, From: f.From, proto: proto, joins: f.Joins, asks: f.Asks, House: f.House}, nil
}

// What one function may be.
const (
	maxCode     = 50_000 // instructions
	maxUpvalues = 200    // locals of others that it uses
)

// The parts of a Lua 5.1 instruction.
func opcode(inst uint32) int { return int(inst >> 26) }
func argB(inst uint32) int   { return int(inst & 0x1ff) }
func argBx(inst uint32) int  { return int(inst & 0x3ffff) }

// checkCode reads the bytecode of a function and of those inside it. fileLocal
// says, for each upvalue of the function, whether it is a local of the file
// itself; main is set for the file's own code.
func checkCode(path string, proto *lua.FunctionProto, fileLocal []bool, main bool) source.Errors {
	var wrong source.Errors
	refuse := func(pc int, format string, args ...any) {
		wrong = append(wrong, &source.Error{File: path, Line: proto.DbgSourcePositions[pc], Msg: fmt.Sprintf(format, args...)})
	}
	if n := len(proto.Code); n > maxCode {
		refuse(0, "a function of %d instructions; one has at most %d: take it apart", n, maxCode)
		return wrong
	}
	if n := len(proto.DbgUpvalues); n > maxUpvalues {
		refuse(0, "a function uses %d locals of others; at most %d: put them into a table", n, maxUpvalues)
		return wrong
	}
	for pc := 0; pc < len(proto.Code); pc++ {
		inst := proto.Code[pc]
		switch opcode(inst) {
		case lua.OP_SETGLOBAL:
			name := proto.Constants[argBx(inst)].String()
			refuse(pc, "this sets the global `%s`: write `local %s`, or keep it in the variant's table", name, name)
		case lua.OP_GETGLOBAL:
			if name := proto.Constants[argBx(inst)].String(); !source.Known(name) {
				refuse(pc, "%s", unknownGlobal(name))
			}
		case lua.OP_SETUPVAL:
			if up := argB(inst); up < len(fileLocal) && fileLocal[up] {
				refuse(pc, "a function changes the file's local `%s`, which no save would keep: declare a field in `race` or `car` instead",
					proto.DbgUpvalues[up])
			}
		case lua.OP_CLOSURE:
			inner := proto.FunctionPrototypes[argBx(inst)]
			wrong = append(wrong, checkCode(path, inner, captured(proto, pc, inner, fileLocal, main), false)...)
			pc += int(inner.NumUpvalues)
		}
	}
	return wrong
}

// captured reads the pseudo-instructions after OP_CLOSURE: where each upvalue
// of the new function comes from.
func captured(outer *lua.FunctionProto, pc int, inner *lua.FunctionProto, fileLocal []bool, main bool) []bool {
	list := make([]bool, inner.NumUpvalues)
	for i := range list {
		inst := outer.Code[pc+1+i]
		if opcode(inst) == lua.OP_MOVE {
			list[i] = main
		} else if up := argB(inst); up < len(fileLocal) {
			list[i] = fileLocal[up]
		}
	}
	return list
}

// banished are names that Lua has elsewhere, with what to do without them.
var banished = map[string]string{
	"print":        "tell people with race:tell",
	"pcall":        "a rule that fails, fails",
	"xpcall":       "a rule that fails, fails",
	"coroutine":    "a step is plain code: race:ask waits for you",
	"os":           "rules know no clock and no machine",
	"io":           "rules read and write no files",
	"setmetatable": "use plain tables",
	"getmetatable": "use plain tables",
	"rawget":       "use plain tables",
	"rawset":       "use plain tables",
}

func unknownGlobal(name string) string {
	if why, ok := banished[name]; ok {
		return fmt.Sprintf("`%s` is not there for rules: %s", name, why)
	}
	return fmt.Sprintf("`%s` is no name that exists here%s", name, source.Suggest(name, source.Globals()))
}
