// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is Call of this package.
package kit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

type check struct {
	Call, Says         string
	Given              [][]float64
	Answer             []float64
	Absolute, Relative float64
	Wrong              []check // with an answer and a name
}

// read returns the fields of the index, or of another file.
func read(name string) (into struct {
	Files  []string
	Rule   Rule
	Checks []check
}) {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name+".json"))
	if err != nil || json.Unmarshal(text, &into) != nil {
		panic("KIT must be the folder of the kit")
	}
	return into
}

func (c check) isNear(a, b float64) bool { return math.Abs(a-b) <= c.Absolute+c.Relative*math.Abs(b) }

func TestKit(t *testing.T) {
	for _, name := range read("index").Files {
		file := read(name)
		for _, check := range file.Checks {
			t.Run(name+"/"+check.Call, func(t *testing.T) {
				own, right := Call(check.Call, file.Rule, check.Given), check.Answer
				for _, mistake := range check.Wrong {
					if slices.EqualFunc(own, mistake.Answer, check.isNear) {
						t.Fatal(check.Call+":", mistake.Says)
					}
				}
				i := 0
				for i < min(len(own), len(right)) && check.isNear(own[i], right[i]) {
					i++
				}
				if i < max(len(own), len(right)) {
					t.Fatalf("%s: from value %d on it is %.7g; it must be %.7g", check.Call, i, own[i:], right[i:])
				}
			})
		}
	}
}
