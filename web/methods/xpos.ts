import type { RotaryMethod } from "./method.ts";
import { pairFrequencies } from "./pair-frequencies.ts";
import { backwards } from "./rope.ts";

export const xpos: RotaryMethod<"xpos"> = {
  family: "rotary",
  title: "xPos",
  usual: "headDim=64&pairing=halves",
  hasSides: true,
  python: ({
    rotaryDim,
    base,
    gamma,
    scaleBase,
    direction,
  }) => `${pairFrequencies({ width: rotaryDim, base })}${backwards({ direction })}
zeta = (2 * i / d + ${gamma}) / (1 + ${gamma})
size = lambda position, side: zeta ** (position / (${scaleBase} if side == "query" else -${scaleBase}))`,
};
