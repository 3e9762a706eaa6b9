// Far out, float32 recipes are wrong
import { load } from "posenc";

const pe = await load();
for (const position of [512, 45_000, 1_000_000]) {
  const exact = pe.sinusoidal({ dModel: 512, positions: [position] });
  const recipe = pe.sinusoidal({ dModel: 512, positions: [position], precision: "float32" });
  let largest = 0;
  for (const [j, value] of exact.entries()) largest = Math.max(largest, Math.abs(value - recipe[j]));
  show(`position ${position}: the float32 recipe is off by up to ${largest.toExponential(1)}`);
}
