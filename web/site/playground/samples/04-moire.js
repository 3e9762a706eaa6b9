// What sampling shows, and what is there
import { load } from "posenc";

const pe = await load();
const view = { positions: [0, 45_000], dimensions: [0, 50] };
for (const mode of ["nearest", "exact"]) {
  const values = pe.heatmap(
    { method: "sinusoidal", dModel: 50 },
    { view, width: 300, height: 400, mode, as: "values" },
  );
  show(values, { columns: 300, label: mode });
}
