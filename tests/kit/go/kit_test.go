// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is Call of this package.
package kit

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

func read(t *testing.T, name string) (file File) {
	text, err := os.ReadFile(os.Getenv("KIT") + "/" + name + ".json")
	if err != nil || json.Unmarshal(text, &file) != nil {
		t.Fatalf("cannot read %s.json: KIT must be the folder of the kit", name)
	}
	return file
}

// firstWrong returns the number of the first value that is too far from the right one; -1 if there is none.
func firstWrong(own, right []float64, check Check) int {
	for i := range max(len(own), len(right)) {
		if i >= min(len(own), len(right)) || !(math.Abs(own[i]-right[i]) <= check.Absolute+check.Relative*math.Abs(right[i])) {
			return i
		}
	}
	return -1
}

func TestKit(t *testing.T) {
	for _, name := range read(t, "index").Files {
		file := read(t, name)
		for _, check := range file.Checks {
			t.Run(name+"/"+check.Call, func(t *testing.T) {
				own := Call(check.Call, file.Rule, check.Given)
				for _, mistake := range check.Wrong {
					if firstWrong(own, mistake.Answer, check) < 0 {
						t.Fatal(check.Call+":", mistake.Says)
					}
				}
				if i := firstWrong(own, check.Answer, check); i >= 0 {
					t.Fatalf("%s: values from %d on are %.7g …; they must be %.7g …", check.Call, i, own[i:min(i+3, len(own))], check.Answer[i:min(i+3, len(check.Answer))])
				}
			})
		}
	}
}
