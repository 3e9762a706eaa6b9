/** posenc/full: everything, in browsers and workers. */
export * from "./encodings.ts";
export * from "./spec.ts";
