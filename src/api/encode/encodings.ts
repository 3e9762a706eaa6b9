import { kernelsOf } from "../methods.ts";
import { checkSpec } from "../spec.ts";
import type { Encodings } from "./encode.ts";

/** All methods. */
export const encodings: Encodings = { checkSpec, kernelsOf };
