import { checkSpec } from "../spec.ts";
import { rowNames } from "../table/rows.ts";
import type { Encodings } from "./encode.ts";
import { fourier, randomFourier } from "./features.ts";
import { grid } from "./grid.ts";
import { index, learned, normalizedIndex, oneHot } from "./naive.ts";
import { sinusoids } from "./sinusoids.ts";

/** All additive methods. */
export const encodings: Encodings = {
  checkSpec,
  encoders: {
    sinusoidal: { options: rowNames, byRows: sinusoids },
    sine: { options: rowNames, byRows: sinusoids },
    index: { options: rowNames, byRows: index },
    "normalized-index": { options: rowNames, byRows: normalizedIndex },
    "one-hot": { options: rowNames, byRows: oneHot },
    learned: { options: [...rowNames, "table"], byRows: learned },
    fourier: { options: ["points"], whole: fourier },
    "random-fourier": { options: ["points", "matrix"], whole: randomFourier },
    grid: { options: [], whole: grid },
  },
};
