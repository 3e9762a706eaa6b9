import { describe, test } from "vitest";
import { BROWSER } from "./launch.ts";

/**
 * Tests of what no engine does in its own way, in a file that two browsers run: Firefox has none of them. They are what axe
 * reads in the same tree, how the same numbers are worded, what our own code decides once the engine has done its part, and
 * what Node alone does.
 */
export const testOnce: typeof test = BROWSER === "chromium" ? test : (inNone() as typeof test);
export const describeOnce: typeof describe =
  BROWSER === "chromium" ? describe : (inNone() as typeof describe);

/** Takes what {@link test} takes, and adds no test. */
function inNone(): unknown {
  return Object.assign(() => {}, { each: () => () => {} });
}
