import { byId, node, spoken } from "../nodes.ts";
import { factsParts } from "../probe/facts.ts";
import type { Run } from "./llama-cpp-run.ts";

/** Configs with the position fields of published models, with small heads and few layers. */

interface Example {
  readonly name: string;
  readonly config: string;
}

const sizes = { num_hidden_layers: 1, head_dim: 64, hidden_size: 256, num_attention_heads: 4 };

const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 32768 };

const configs: Readonly<Record<string, object>> = {
  "Llama 3.1: the llama3 rule": {
    model_type: "llama",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 500000,
    rope_scaling: {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  },
  "Qwen3 with YaRN": {
    model_type: "qwen3",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 1000000,
    rope_scaling: yarn,
  },
  "Qwen3 with YaRN and betas of its own": {
    model_type: "qwen3",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 1000000,
    rope_scaling: { ...yarn, beta_fast: 16, beta_slow: 2 },
  },
  "Mistral with a window": {
    model_type: "mistral",
    ...sizes,
    max_position_embeddings: 32768,
    rope_theta: 10000,
    sliding_window: 256,
  },
  "GLM: half of the head, interleaved": {
    model_type: "glm",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 10000,
    partial_rotary_factor: 0.5,
  },
  "gpt-oss: windows, sinks, an unrounded ramp": {
    model_type: "gpt_oss",
    ...sizes,
    num_hidden_layers: 2,
    max_position_embeddings: 131072,
    rope_theta: 150000,
    sliding_window: 128,
    layer_types: ["sliding_attention", "full_attention"],
    rope_scaling: {
      rope_type: "yarn",
      factor: 32,
      original_max_position_embeddings: 4096,
      beta_fast: 32,
      beta_slow: 1,
      truncate: false,
    },
  },
  "SmolLM3: a layer without rotation": {
    model_type: "smollm3",
    ...sizes,
    num_hidden_layers: 4,
    max_position_embeddings: 65536,
    rope_theta: 5000000,
    no_rope_layers: [1, 1, 1, 0],
    no_rope_layer_interval: 4,
  },
};

const EXAMPLES: readonly Example[] = Object.entries(configs).map(([name, config]) => ({
  name,
  config: JSON.stringify(config, undefined, 2),
}));

/** The page that runs llama.cpp: takes a config, and shows which rotation the engine computes. */

const form = byId<HTMLFormElement>("llama-cpp");
const example = byId<HTMLSelectElement>("example");
const config = byId<HTMLTextAreaElement>("config");
const button = byId<HTMLButtonElement>("run");
const stop = byId<HTMLButtonElement>("stop");
const [progress, fault, facts] = ["progress", "fault", "facts"].map((id) => byId(id)) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
];

let running: AbortController | undefined;

function show(run: Run, seconds: number): void {
  const { version, plan, result } = run;
  progress.textContent = `llama.cpp ${version} was loaded and read ${plan.prompt.length} tokens in ${seconds.toFixed(1)} s.`;
  facts.replaceChildren(
    node("p", { class: result.same ? "verdict" : "verdict differs" }, spoken(result.verdict)),
    ...factsParts(run, `llama.cpp ${version}`),
    ...(run.read === ""
      ? []
      : [node("p", {}, `What was read in the source of another version: ${run.read}`)]),
  );
}

function busy(signal: AbortSignal | undefined): void {
  stop.hidden = signal === undefined;
  button.disabled = signal !== undefined;
}

function waiting(text: string, value?: number): void {
  progress.replaceChildren(
    node("progress", { "aria-label": "work", ...(value === undefined ? {} : { value }) }),
    ` ${text}`,
  );
}

/** Whether the script that runs llama.cpp did not come. Some browsers then refuse it until the page is loaded again. */
let isLost = false;

function notLoaded(): never {
  isLost = true;
  throw new Error("the files of llama.cpp were not loaded; check the connection, then press Retry");
}

/** Loads the page again, which keeps the config and asks. */
function reload(): void {
  fault.textContent = "";
  history.replaceState({ config: config.value }, "");
  location.reload();
}

async function ask(): Promise<void> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const start = performance.now();
  facts.replaceChildren();
  fault.textContent = "";
  busy(signal);
  waiting("Loading llama.cpp …");
  try {
    const { run } = await import("./llama-cpp-run.ts").catch(notLoaded);
    const heard = (tokens: number, of: number) =>
      waiting(`llama.cpp has read ${tokens} of ${of} tokens.`, tokens / of);
    show(await run(config.value, { signal, heard }), (performance.now() - start) / 1000);
    button.textContent = "Run again";
  } catch (error) {
    progress.textContent = signal.aborted ? "Stopped." : "";
    if (!signal.aborted) fail(error as Error);
  } finally {
    busy(undefined);
  }
}

function fail({ message }: Error): void {
  fault.textContent = spoken(message);
  button.textContent = "Retry";
}

function take(): void {
  config.value = EXAMPLES[example.selectedIndex]!.config;
}

example.append(...EXAMPLES.map(({ name }) => node("option", {}, name)));
take();
example.addEventListener("change", take);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isLost) reload();
  else void ask();
});
stop.addEventListener("click", () => running?.abort());
const kept: unknown = history.state?.config;
if (typeof kept === "string") {
  history.replaceState(null, "");
  config.value = kept;
  void ask();
}
