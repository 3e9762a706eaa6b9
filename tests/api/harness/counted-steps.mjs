/**
 * A process that counts the steps of calls: how often V8 enters each block of the package's code, which is the same on every
 * machine and at every load, and the bytes that are asked of a file. Regular expressions count as one step each.
 */
import { Session } from "node:inspector";

const session = new Session();
session.connect();
session.post("Profiler.enable");
// Before the package is compiled, so that it is compiled with counters.
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const [files, spec, diagnosis] = await Promise.all(
  ["files", "spec", "diagnose"].map((name) => import(`posenc/${name}`)),
);

/** Steps since the last call. */
function steps() {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error) throw error;
    for (const { url, functions } of coverage.result)
      if (url.includes("/dist/"))
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  });
  return sum;
}

/** What a call does is what counts, not how it ends. */
const readers = {
  table: (text) => files.readTable(text),
  config: (text) => spec.modelPositions(text),
  numbers: ([given, options]) => void diagnosis.diagnose(given, options),
  file: async (bytes) => {
    let asked = 0;
    const slice = (from, to) => {
      asked += to - from;
      return bytes.slice(from, to);
    };
    const file = await files.readFile({ size: bytes.length, slice }).catch(() => undefined);
    if (file?.kind === "gguf") await files.ggufConfig(file);
    if (file?.kind === "safetensors") files.weightsConfig(file);
    return asked;
  },
};

process.on("message", async ([reader, input]) => {
  steps();
  let asked = 0;
  try {
    asked = await readers[reader](input);
  } catch {
    // refused
  }
  process.send(steps() + (typeof asked === "number" ? asked : 0));
});
