package scripts

import (
	"errors"
	"fmt"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"sandbox/core/race"
)

// unit is one compiled file.
type unit struct {
	source race.Source
	proto  *lua.FunctionProto
	lines  index
	joins  joined
}

// compile parses and compiles a file and refuses what no rule may do: set a
// global, change a file's local from inside a function, use a name that does
// not exist. It returns all that is wrong.
func compile(src race.Source) (*unit, error) {
	if !utf8.ValidString(src.Text) {
		return nil, &Error{File: src.Path, Msg: "the file is not UTF-8; save it as UTF-8"}
	}
	chunk, err := parseFile(src)
	if err != nil {
		return nil, err
	}
	u := &unit{source: src}
	var wrong, more Errors
	u.lines, wrong = indexLines(src.Path, chunk)
	u.joins, more = rewrite(src.Path, chunk)
	mend(chunk)
	wrong = append(wrong, more...)
	proto, err := lua.Compile(chunk, src.Path)
	if err != nil {
		var bad *lua.CompileError
		if errors.As(err, &bad) {
			return nil, &Error{File: src.Path, Line: bad.Line, Msg: bad.Message}
		}
		return nil, &Error{File: src.Path, Msg: err.Error()}
	}
	u.proto = proto
	wrong = append(wrong, checkCode(src.Path, proto, nil, true)...)
	if len(wrong) > 0 {
		return nil, wrong.inOrder()
	}
	return u, nil
}

func syntaxError(path string, err error) error {
	var bad *parse.Error
	if !errors.As(err, &bad) {
		return &Error{File: path, Msg: err.Error()}
	}
	msg := bad.Message
	if bad.Token != "" {
		msg = fmt.Sprintf("%s near `%s`", msg, bad.Token)
	}
	if bad.Pos.Line == parse.EOF {
		return &Error{File: path, Msg: "the file ends too early: an `end` or a bracket is missing"}
	}
	return &Error{File: path, Line: bad.Pos.Line, Msg: msg}
}

// The parts of a Lua 5.1 instruction.
func opcode(inst uint32) int { return int(inst >> 26) }
func argB(inst uint32) int   { return int(inst & 0x1ff) }
func argBx(inst uint32) int  { return int(inst & 0x3ffff) }

// checkCode reads the bytecode of a function and of those inside it. fileLocal
// says, for each upvalue of the function, whether it is a local of the file
// itself; main is set for the file's own code.
func checkCode(path string, proto *lua.FunctionProto, fileLocal []bool, main bool) Errors {
	var wrong Errors
	refuse := func(pc int, format string, args ...any) {
		wrong = append(wrong, &Error{File: path, Line: proto.DbgSourcePositions[pc], Msg: fmt.Sprintf(format, args...)})
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
			if name := proto.Constants[argBx(inst)].String(); !allowed[name] && !hidden[name] {
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
	return fmt.Sprintf("`%s` is no name that exists here%s", name, suggest(name, sortedKeys(allowed)))
}
