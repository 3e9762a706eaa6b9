// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is Rotate, Move, Bias and Ids in this package. Rotate returns
// nil for rules that it does not have; Move returns nil if no rotation moves the key.
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

type mistake struct {
	Says                             string
	RotatedQuery, Moved, Values, Ids numbers
}

// The numbers of lists of any depth, one after another: numbers or decimals. null, which means any number, is NaN.
type numbers []float64

func (n *numbers) UnmarshalJSON(text []byte) error {
	var items []numbers
	if string(text) == "null" {
		*n = numbers{math.NaN()}
		return nil
	}
	if json.Unmarshal(text, &items) == nil {
		*n = slices.Concat(items...)
		return nil
	}
	value, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	*n = numbers{value}
	return err
}

type file struct {
	Rule                                 Rule
	Query, Key, RotatedQuery, RotatedKey numbers
	QueryPosition, KeyPosition, From, To numbers
	Cached, Offsets, Values, Ids         numbers
	Moved                                *numbers
	Wrong                                []mistake
}

// Float32 angles at position 1000 are off by 6e-5.
const tolerance = 3e-4

func read(t *testing.T, name string, into any) {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// The first value that is too far from the right one, or −1.
func difference(own, right numbers) int {
	for i, value := range right {
		if i >= len(own) || !(math.IsNaN(value) || math.Abs(own[i]-value) <= tolerance) {
			return i
		}
	}
	if len(own) > len(right) {
		return len(right)
	}
	return -1
}

func check(t *testing.T, own, right numbers, wrong []mistake, answer func(mistake) numbers) {
	for _, each := range wrong {
		if difference(answer(each), right) < 0 {
			t.Fatalf("the reader accepts a mistake: %v", each.Says)
		}
	}
	at := difference(own, right)
	for _, each := range wrong {
		if at >= 0 && difference(own, answer(each)) < 0 {
			t.Fatal(each.Says)
		}
	}
	if at >= 0 {
		t.Fatalf("value %d of %v is wrong; the right values are %v", at, own, right)
	}
}

func rotation(t *testing.T, f file) {
	own := Rotate(f.Rule, f.Query, f.QueryPosition)
	if own == nil {
		t.Skip("the engine does not have this rule")
	}
	check(t, own, f.RotatedQuery, f.Wrong, func(m mistake) numbers { return m.RotatedQuery })
	check(t, Rotate(f.Rule, f.Key, f.KeyPosition), f.RotatedKey, nil, nil)
}

func move(t *testing.T, f file) {
	own := Move(f.Rule, f.Cached, f.From, f.To)
	if f.Moved == nil && own != nil {
		t.Fatal(f.Wrong[0].Says)
	}
	if f.Moved != nil {
		check(t, own, *f.Moved, f.Wrong, func(m mistake) numbers { return m.Moved })
	}
}

func bias(t *testing.T, f file) {
	check(t, Bias(f.Rule, f.Offsets), f.Values, f.Wrong, func(m mistake) numbers { return m.Values })
}

func ids(t *testing.T, f file) {
	check(t, Ids(f.Rule), f.Ids, f.Wrong, func(m mistake) numbers { return m.Ids })
}

func TestKit(t *testing.T) {
	var index struct{ Files map[string]string }
	read(t, "index", &index)
	readers := map[string]func(*testing.T, file){"rotation": rotation, "move": move, "bias": bias, "ids": ids}
	for name, kind := range index.Files {
		t.Run(name, func(t *testing.T) {
			if readers[kind] == nil {
				t.Fatalf("this reader does not know files of the kind %v", kind)
			}
			var f file
			read(t, name, &f)
			readers[kind](t, f)
		})
	}
}
