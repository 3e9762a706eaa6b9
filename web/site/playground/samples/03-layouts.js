// Interleaved or halves: the same numbers in other places
import { load } from "posenc";

const pe = await load();
for (const layout of ["interleaved", "halves"]) {
  show(pe.sinusoidal({ length: 24, dModel: 48, layout }), { columns: 48, label: layout });
}
