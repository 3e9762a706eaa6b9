/** Attention and products of matrices alone, in browsers: for figures of words whose encoding is a table. */
import createModule from "../../build/wasm/web/posenc-attention.mjs";
import { type Attention, attention } from "../api/attention/attention.ts";
import { type Matmul, matmul } from "../api/layers/matmul.ts";
import { browserHost } from "../api/module/browser-host.ts";
import type { Engine } from "../api/module/engine.ts";
import { loader } from "../api/module/load.ts";
import { attentionResults } from "../api/module/self-test.ts";
import { version } from "../api/version.ts";

/** The functions of posenc/full of the same names, except for the option `rotary` of attention. */
interface Functions extends Attention, Matmul {}

const functions = (engine: Engine): Functions =>
  Object.freeze({ attention: attention(engine), matmul: matmul(engine) });

export const load = loader<Functions>(
  { version: `${version} attention`, functions, results: attentionResults },
  {
    createModule,
    defaultWasm: () => new URL("./posenc-attention.wasm", import.meta.url).href,
  },
  browserHost,
);
