import { defineConfig } from "vitest/config";
import { PATIENCE } from "./harness/patience.ts";

/** All tests run in Chromium, except those that drive three browsers themselves. */
const ENGINES =
  "{engines,escapes/escapes,site/policies,lab,workbench/{engines,probe},embed/file-pages}.test.ts";

/**
 * What another engine may do in its own way runs in Firefox, too. Numbers, pictures and keys are compared in all engines by
 * {@link ENGINES}; how a link is read, what a page says or how much it loads is the same in all. harness/once.ts leaves out
 * what is the same in these files, too.
 */
const IN_FIREFOX = [
  "{figure,loading,read-files,relaxed}.test.ts", // visibility, measured text, modules, wasm and streams
  "heatmap/heatmap.test.ts", // pointers, canvas and less motion
  "thread/thread.test.ts", // a worker, drags and arrows
  "race/race.test.ts", // workers, storage and the bits of a trained model
  "{playground/playground,repeat/repeat-worker}.test.ts", // frames, workers and what their policies forbid
  "embed/{fallback,hosting,room,single}.test.ts", // a stranger's pages, policies and sizes
  "workbench/workbench.test.ts", // dropped files, workers and the page's own policy
  "{shuffle,dials}.test.ts", // drags of words and hands, and text that is measured
  "{share,words/text-fields}.test.ts", // files, the clipboard and the segments of texts
];

/** Tests of what only Chromium's protocol can emulate: colour schemes, touch, printing, a slow processor. */
const CHROMIUM_ONLY = "**/*.chromium.test.ts";

const project = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  // A worker keeps its browser from file to file.
  test: { name, include, exclude, env: { POSENC_BROWSER: name }, isolate: false },
});

export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 2 * PATIENCE, // so that a wait that is too long says itself for what
    hookTimeout: 2 * PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
    maxWorkers: 3, // each drives a browser of its own, which waits for a third of its time
    projects: [
      project("chromium", ["**/*.test.ts"], [ENGINES]),
      project("firefox", IN_FIREFOX, [CHROMIUM_ONLY]),
      project("engines", [ENGINES], []),
    ],
  },
});
