import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Language } from "../share/snippets.ts";
import type { Stretch } from "./repeat-search.ts";

/** Code that finds the nearest repeat of each stretch; in Python by looking at every offset, in double precision. */
export function repeatCode(
  { dModel, base }: FigureSpec,
  stretches: readonly Stretch[],
): Record<Language, string> {
  const bounds = stretches.map(({ from, to }) => `(${from}, ${to})`).join(", ");
  const list = stretches.map(({ from, to }) => `[${from}, ${to}]`).join(", ");
  return {
    numpy: `import numpy as np

d_model, base = ${dModel}, ${base}
stretches = [${bounds}]
frequency = float(base) ** (-np.arange(0, d_model, 2) / d_model)

def nearest(first, last):
    best = np.inf, 0
    for start in range(first, last + 1, 4096):
        offset = np.arange(start, min(start + 4096, last + 1))
        distance = 2 * np.sqrt((np.sin(offset[:, None] * frequency / 2) ** 2).sum(1))
        best = min(best, (distance.min(), offset[distance.argmin()]))
    return best

values = np.array([[first, last, *nearest(first, last)[::-1]] for first, last in stretches], float)
`,
    pytorch: `import torch

d_model, base = ${dModel}, ${base}
stretches = [${bounds}]
frequency = float(base) ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)

def nearest(first, last):
    best = float("inf"), 0
    for start in range(first, last + 1, 4096):
        offset = torch.arange(start, min(start + 4096, last + 1))
        distance = 2 * torch.sqrt((torch.sin(offset[:, None] * frequency / 2) ** 2).sum(1))
        best = min(best, (distance.min().item(), offset[distance.argmin()].item()))
    return best

values = torch.tensor([[first, last, *nearest(first, last)[::-1]] for first, last in stretches], dtype=torch.float64)
`,
    javascript: `import { load } from "posenc/full";

const pe = await load();
const spec = { method: "sinusoidal", dModel: ${dModel}, base: ${base} };
const stretches = [${list}];
const values = stretches.flatMap(([from, to]) => {
  const { offset, distance } = pe.nearestRepeatSync(spec, { from, to });
  return [from, to, offset, distance];
});
`,
  };
}
