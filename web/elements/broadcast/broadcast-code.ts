import type { Language } from "../share/snippets.ts";
import type { Method } from "./broadcast-table.ts";

/** Code of the broadcast: a column times a row. */
export function broadcastCode(
  method: Method,
  { dModel, base, length }: { readonly dModel: number; readonly base: number; readonly length: number },
): Readonly<Record<Language, string>> {
  const python = (module: string, type: string) => {
    const row =
      method === "sine"
        ? `frequency = kappa ** (-${module}.arange(D${type}) / D)`
        : `frequency = kappa ** (-${module}.arange(0, D, 2${type}) / D)`;
    const waves =
      method === "sine"
        ? `${module}.sin(angle)`
        : `${module}.stack([${module}.sin(angle), ${module}.cos(angle)], -1).reshape(L, D)`;
    return `L, D, kappa = ${length}, ${dModel}, ${base}.0
position = ${module}.arange(L${type})[:, None]  # a column
${row}  # a row
angle = position * frequency
values = ${waves}`;
  };
  return {
    numpy: `import numpy as np\n\n${python("np", "")}.astype(np.float32)\n`,
    pytorch: `import torch\n\n${python("torch", ", dtype=torch.float64")}.float()\n`,
    javascript: `import { load } from "posenc/full";

const pe = await load();
const values = pe.encode({ method: "${method}", dModel: ${dModel}, base: ${base} }, { length: ${length} });
`,
  };
}
