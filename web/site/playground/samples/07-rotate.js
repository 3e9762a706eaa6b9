// Rotary positions: only the distance counts
import { load } from "posenc/full";

const pe = await load();
const q = Float32Array.from({ length: 128 }, (_, i) => Math.sin(i));
const at = (start) => pe.rotate(q, { preset: "llama-3.1", heads: 1, start });
const score = (m, n) => at(m).reduce((sum, value, i) => sum + value * at(n)[i], 0);
show(`m = 12, n = 5: ${score(12, 5)}`);
show(`m = 100012, n = 100005: ${score(100_012, 100_005)}`);
