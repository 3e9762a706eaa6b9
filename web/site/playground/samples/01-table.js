// A table of the original Transformer
import { load } from "posenc";

const pe = await load();
const table = pe.sinusoidal({ length: 50, dModel: 128 });
show(table, { columns: 128, label: "positions × dimensions" });
show(table[49 * 128 + 2]); // position 49, dimension 2
