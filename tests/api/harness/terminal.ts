/** The program `posenc`, run in this process. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

export const program = join(
  dirname(createRequire(import.meta.url).resolve("posenc/posenc.wasm")),
  "posenc.js",
);
const { main } = (await import(pathToFileURL(program).href)) as {
  main(words: readonly string[], streams: object): Promise<number>;
};

export interface Answer {
  code: number;
  output: string;
  errors: string;
}

/** Runs a command in this process, on streams that are terminals or not. */
export async function run(
  words: readonly string[],
  { input = "", isTTY = false, environment = {} } = {},
): Promise<Answer> {
  const texts = { output: "", errors: "" };
  const into = (name: "output" | "errors") =>
    Object.assign(
      new Writable({
        write(part, _, done) {
          texts[name] += part;
          done();
        },
      }),
      { isTTY },
    );
  const streams = {
    input: Readable.from([Buffer.from(input)]),
    output: into("output"),
    errors: into("errors"),
    environment,
  };
  return { code: await main(words, streams), ...texts };
}
