/** Fields that several scaling types share. The meaning of a field stands above it in each type. */
import { tokens } from "../../spec/dimensions.ts";
import { number } from "../../spec/rules.ts";

export const factor = number({ from: 1, to: 1e6, usual: 2 });

export const originalLength = number({ ...tokens, usual: 4096 });

export const attentionFactor = number({ from: 1e-6, to: 1e6, optional: true });
