import { pairFrequencies } from "../../../methods/pair-frequencies.ts";
import { WIDTH } from "../shift-head-settings.ts";

/** Python for the scores of sines with their cosines, whether they are added or rotate. */
export const cosineScores = (): string => `${pairFrequencies({ width: WIDTH, base: 10_000 })}
angle = (position[:, None] - k - position[None, :])[:, :, None] * frequency
scores = np.cos(angle).sum(-1)
`;
