// One matrix moves every position
import { load } from "posenc/full";

const pe = await load();
const spec = { method: "sinusoidal", dModel: 8 };
const matrix = pe.shiftMatrix(spec, { k: 5 });
show(matrix, { columns: 8, label: "R(5)" });

const third = pe.encode(spec, { start: 3, length: 1 });
show(pe.matmul(matrix, third, { inner: 8 }), { label: "R(5) · P(3)" });
show(pe.encode(spec, { start: 8, length: 1 }), { label: "P(8)" });
