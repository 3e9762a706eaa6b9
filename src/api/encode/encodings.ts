import { kernelsOf } from "../methods.ts";
import { checkSpec } from "../spec.ts";
import type { Encodings } from "./encode.ts";

/** The specs and kernels of all methods. */
export const encodings: Encodings = { checkSpec, kernelsOf };
