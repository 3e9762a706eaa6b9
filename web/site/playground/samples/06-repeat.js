// The nearest that it comes to a repeat
import { load } from "posenc/full";

const pe = await load();
for (const dModel of [2, 4, 8]) {
  const { offset, distance } = pe.nearestRepeatSync({ method: "sinusoidal", dModel }, { to: 1_000_000 });
  show(`d = ${dModel}: ${offset} positions on, the row differs by ${distance.toExponential(2)}`);
}
