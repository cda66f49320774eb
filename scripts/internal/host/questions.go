package host

import (
	"slices"
	"unicode/utf8"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// question is an ask with the Lua values of its options.
type question struct {
	ask    race.Ask
	values []luabox.Value
	paths  *pathList    // instead of values: the question is which of these
	about  luabox.Value // what V.stakes is told of the question
}

// value is the Lua value of an option: what the rules offered, and of an answer
// that they read a table with its id.
func (q *question) value(h *Host, a *race.Ask, i int) luabox.Value {
	switch {
	case q.paths != nil:
		return q.paths.path(i).Value()
	case i < len(q.values):
		return q.values[i]
	}
	t := h.box.NewTable(0, 1)
	t.Put("id", luabox.Str(a.Options[i].ID))
	return t.Value()
}

// apiAsk is race:ask(who, key, options, more).
func (h *Host) apiAsk() int {
	h.box.Push(h.askWho("race:ask", h.box.Arg(4), 5, func(v luabox.Value) luabox.Value { return v }))
	return 1
}

// apiConfirm is race:confirm(who, key, more).
func (h *Host) apiConfirm() int {
	yes, no := luabox.Str("yes"), luabox.Str("no")
	options := h.box.NewTable(2, 0)
	options.SetItem(1, yes)
	options.SetItem(2, no)
	h.box.Push(h.askWho("race:confirm", options.Value(), 4, func(v luabox.Value) luabox.Value { return luabox.Bool(v == yes) }))
	return 1
}

// askWho asks a driver, the game master or a list of drivers, and returns what is
// made of the choice, or a list of that. What else is said of the question begins
// with argument from.
func (h *Host) askWho(function string, options luabox.Value, from int, made func(luabox.Value) luabox.Value) luabox.Value {
	h.box.Charge(askCharge)
	key := h.textArg(3, function)
	more, ofCars := h.more(function, key, from)
	t, isTable := h.box.Arg(2).Table()
	_, isCar := h.carIndex[t]
	if !isTable || isCar || t == h.raceTable {
		q := h.single()
		h.question(&q[0], h.who(2, function), key, options, &more)
		return made(h.put(q)[0])
	}
	cars := h.carList(t, function)
	questions := make([]question, len(cars))
	for i, car := range cars {
		if !ofCars.IsNone() {
			more = moreOf(h.box.Eval(ofCars, h.cars[car].Value()))
		}
		h.question(&questions[i], car, key, h.ofCar(options, car), &more)
	}
	answers := h.box.NewTable(len(questions), 0)
	if len(questions) > 0 {
		for i, v := range h.put(questions) {
			answers.SetItem(i+1, made(v))
		}
	}
	return answers.Value()
}

// more is what rules say of a question beside its options.
type more struct{ text, otherwise, secret, about, read luabox.Value }

// moreOf is what a table says.
func moreOf(v luabox.Value) (m more) {
	if t, ok := v.Table(); ok {
		m = more{t.Field("text"), t.Field("default"), t.Field("secret"), t.Field("about"), t.Field("read")}
	}
	return m
}

// more is what rules say of a question: in a table, or in pairs of a name and a value.
// For several drivers it may be a function of the car.
func (h *Host) more(function, key string, from int) (m more, ofCars luabox.Function) {
	first := h.box.Arg(from)
	if fn, ok := first.Function(); ok {
		return m, fn
	}
	if _, ok := first.Text(); !ok {
		return moreOf(first), ofCars
	}
	for n := from; n <= h.box.Args(); n += 2 {
		name, _ := h.box.Arg(n).Text()
		switch v := h.box.Arg(n + 1); name {
		case "text":
			m.text = v
		case "default":
			m.otherwise = v
		case "secret":
			m.secret = v
		case "about":
			m.about = v
		case "read":
			m.read = v
		default:
			luabox.Raise("%s %q: %s is nothing that a question has%s", function, key, h.box.Arg(n).Article(), source.SuggestOrList(name, saidOfQuestions))
		}
	}
	return m, ofCars
}

// saidOfQuestions are the names of what rules say of a question.
var saidOfQuestions = []string{"about", "default", "read", "secret", "text"}

// ofCar is a value that may differ from car to car: then it is a function.
func (h *Host) ofCar(v luabox.Value, car int) luabox.Value {
	if fn, ok := v.Function(); ok {
		return h.box.Eval(fn, h.cars[car].Value())
	}
	return v
}

// single is room for one question; that of the last one where nobody keeps a
// record of it.
func (h *Host) single() []question {
	if h.race.Recording() {
		return make([]question, 1)
	}
	q := &h.alone[0]
	*q = question{ask: race.Ask{Options: q.ask.Options[:0]}, values: q.values[:0]}
	return h.alone[:]
}

// question reads what rules ask.
func (h *Host) question(q *question, who int, key string, options luabox.Value, said *more) {
	list, ok := options.Table()
	if !ok {
		luabox.Raise("race:ask %q: the options must be a list, not %s", key, options.Article())
	}
	h.box.Charge(questionCharge + len(key)/optionBytes)
	q.ask.Who, q.ask.Key, q.paths = who, key, h.paths.of[list]
	q.ask.Text, _ = said.text.Text()
	q.ask.Secret, q.about = said.secret.True(), said.about
	h.box.Charge(len(q.ask.Text) / optionBytes)
	if fn, ok := said.read.Function(); ok {
		q.ask.Read = h.readerOf(key, fn)
	}
	if q.paths != nil {
		if q.ask.Read != nil {
			luabox.Raise("race:ask %q: paths are read as drivers write them: leave out `read`", key)
		}
		q.ofPaths(h)
		return
	}
	n := list.Len()
	q.ask.Options, q.values = slices.Grow(q.ask.Options, n), slices.Grow(q.values, n)
	for i := range n {
		v := list.Item(i + 1)
		q.values, q.ask.Options = append(q.values, v), append(q.ask.Options, option(key, i+1, v))
		h.chargeOption(&q.ask.Options[i])
	}
	q.defaultTo(said.otherwise)
}

// option reads an option of a question: its ID, or a table with one.
func option(key string, i int, v luabox.Value) race.Option {
	var o race.Option
	t, isTable := v.Table()
	if isTable {
		id := t.Field("id")
		if !plainID(id) {
			luabox.Raise("race:ask %q: option %d has no id", key, i)
		}
		o = race.Option{ID: id.String(), Text: t.TextField("text"), No: t.TextField("no")}
	} else if o.ID = v.String(); !plainID(v) {
		luabox.Raise("race:ask %q: option %d is %s, not a text, a number or a table with an id", key, i, v.Article())
	}
	if !utf8.ValidString(o.ID) {
		luabox.Raise("race:ask %q: the id of option %d is not UTF-8", key, i)
	}
	if isTable && o.No == "" && t.Field("no").True() {
		luabox.Raise("race:ask %q: option %d: no is a text that says why, not %s", key, i, t.Field("no").Article())
	}
	return o
}

// plainID says that a value is one that options can be called by.
func plainID(v luabox.Value) bool {
	kind := v.Kind()
	return kind == luabox.Text || kind == luabox.Number
}

// defaultTo has one of the options be the default, if one is given.
func (q *question) defaultTo(v luabox.Value) {
	if v.IsNil() {
		return
	}
	if q.ask.Default = q.ask.Find(v.String()); q.ask.Default < 0 {
		luabox.Raise("race:ask %q: the default %s is not among the options", q.ask.Key, v.Article())
	}
}

// ofPaths makes the question one of paths. In a simulation nobody reads how a
// path is written; the bot chooses among them as they are.
func (q *question) ofPaths(h *Host) {
	if len(q.paths.found.List) == 0 {
		luabox.Raise("race:ask %q: there is no path to choose; look at paths.longest first", q.ask.Key)
	}
	if h.race.Recording() {
		q.ask.Options, q.ask.Default = q.paths.options(), q.paths.safest()
	}
}

// put asks questions together and returns the Lua values of the answers.
func (h *Host) put(questions []question) []luabox.Value {
	if q := &questions[0]; q.paths != nil && len(q.ask.Options) == 0 {
		return h.putPaths(questions)
	}
	asks := make([]race.Ask, len(questions))
	for i := range questions {
		asks[i] = questions[i].ask
	}
	h.asked = questions
	chosen, err := h.race.Ask(asks...)
	h.noted = false // the bots' check took notes, and the rule goes on
	if err != nil {
		luabox.RaiseError(err)
	}
	values := make([]luabox.Value, len(chosen))
	for i, c := range chosen {
		values[i] = questions[i].value(h, &asks[i], c)
	}
	return values
}

// putPaths asks bots to choose paths that are not written down.
func (h *Host) putPaths(questions []question) []luabox.Value {
	values := make([]luabox.Value, len(questions))
	for i := range questions {
		q := &questions[i]
		bot, name, err := h.botOf(q.ask.Who)
		if err != nil {
			luabox.RaiseError(err)
		}
		n, err := h.answerOf(bot, name, &q.ask, q.paths)
		if err != nil {
			luabox.RaiseError(err)
		}
		values[i] = q.paths.path(n).Value()
		if len(q.paths.found.List) > 1 {
			h.race.CountDecision(q.ask.Who, h.margin)
		}
	}
	return values
}

// askedAs is the question as it was asked last, nil when it was not.
func (h *Host) askedAs(a *race.Ask) *question {
	for i := range h.asked {
		if q := &h.asked[i]; q.ask.Who == a.Who && q.ask.Key == a.Key {
			return q
		}
	}
	return nil
}

// pathsOf are the paths that a question is about, nil for another question.
func (h *Host) pathsOf(a *race.Ask) *pathList {
	if q := h.askedAs(a); q != nil {
		return q.paths
	}
	return nil
}
