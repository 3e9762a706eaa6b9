// A bias on the score: ALiBi
import { load } from "posenc/full";

const pe = await load();
const bias = pe.bias({ method: "alibi" }, { heads: 8, queries: 32 });
show(bias.subarray(0, 32 * 32), { columns: 32, label: "head 1, queries × keys" });
show(pe.alibiSlopes({ heads: 8 }), { label: "slopes" });
