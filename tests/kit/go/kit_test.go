// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is the functions of this package that calls names.
package kit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The engine's functions by their names in the kit. nil means that no rotation moves the key.
var calls = map[string]func(rule Rule, given []numbers) numbers{
	"frequencies":     func(rule Rule, _ []numbers) numbers { return frequencies(rule) },
	"attentionFactor": func(rule Rule, _ []numbers) numbers { return numbers{attentionFactor(rule.Scaling)} },
	"rotate":          func(rule Rule, given []numbers) numbers { return Rotate(rule, given[0], given[1]) },
	"move":            func(rule Rule, given []numbers) numbers { return Move(rule, given[0], given[1], given[2]) },
	"bias":            func(rule Rule, given []numbers) numbers { return Bias(rule, given[0]) },
	"ids":             func(rule Rule, _ []numbers) numbers { return Ids(rule) },
}

// The numbers of lists of any depth, one after another: numbers or decimals. null in a list, which means any number, is NaN.
type numbers []float64

func (n *numbers) UnmarshalJSON(text []byte) error {
	var items []*numbers
	if json.Unmarshal(text, &items) != nil {
		value, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
		*n = numbers{value}
		return err
	}
	for _, item := range items {
		if item == nil {
			item = &numbers{math.NaN()}
		}
		*n = append(*n, *item...)
	}
	return nil
}

type check struct {
	Call, Answer       string
	Given              []string
	Absolute, Relative float64
}

func read[T any](t *testing.T, name string) (into T) {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name+".json"))
	if err == nil {
		err = json.Unmarshal(text, &into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return into
}

// A field of a file; nil if it is null or not there.
func field[T any](t *testing.T, file map[string]json.RawMessage, name string) (into T) {
	if text := file[name]; text != nil && string(text) != "null" {
		if err := json.Unmarshal(text, &into); err != nil {
			t.Fatal(err)
		}
	}
	return into
}

func (c check) agree(own, right numbers) bool {
	return (own == nil) == (right == nil) && slices.EqualFunc(own, right, func(a, b float64) bool {
		return math.IsNaN(b) || math.Abs(a-b) <= c.Absolute+c.Relative*math.Abs(b)
	})
}

func (c check) run(t *testing.T, file map[string]json.RawMessage) {
	var given []numbers
	for _, name := range c.Given {
		given = append(given, field[numbers](t, file, name))
	}
	own, right := calls[c.Call](field[Rule](t, file, "rule"), given), field[numbers](t, file, c.Answer)
	for _, mistake := range field[[]map[string]json.RawMessage](t, file, "wrong") {
		answer := field[numbers](t, mistake, c.Answer)
		if answer != nil && c.agree(answer, right) {
			t.Fatalf("the reader accepts a mistake: %s", mistake["says"])
		}
		// If the file expects no answer, every answer is this mistake.
		if answer != nil && !c.agree(own, right) && (right == nil || c.agree(own, answer)) {
			t.Fatalf("%s: %s", c.Call, mistake["says"])
		}
	}
	if !c.agree(own, right) {
		t.Fatalf("%s: %v must be %v", c.Call, own, right)
	}
}

func TestKit(t *testing.T) {
	type list struct {
		Files  map[string]string
		Checks map[string][]check
	}
	index := read[list](t, "index")
	for name, kind := range index.Files {
		file := read[map[string]json.RawMessage](t, name)
		for _, check := range index.Checks[kind] {
			t.Run(name+"/"+check.Answer, func(t *testing.T) { check.run(t, file) })
		}
	}
}
