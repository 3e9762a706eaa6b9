import { pairFrequencies } from "../../../methods/pair-frequencies.ts";
import { WIDTH } from "../shift-head-settings.ts";

/** Python for the scores of the sinusoidal encoding and of RoPE. */
export const cosineScores = (): string => `${pairFrequencies({ width: WIDTH, base: 10_000 })}
angle = (position[:, None] - k - position[None, :])[:, :, None] * frequency
scores = np.cos(angle).sum(-1)
`;
