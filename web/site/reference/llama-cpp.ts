import { node } from "../nodes.ts";
import { factsParts } from "../probe/facts.ts";
import { spoken } from "../spoken.ts";
import { EXAMPLES } from "./llama-cpp-examples.ts";
import type { Run } from "./llama-cpp-run.ts";

/** The page that runs llama.cpp: takes a config, and shows which rotation the engine computes. */

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const form = find<HTMLFormElement>("llama-cpp");
const example = find<HTMLSelectElement>("example");
const config = find<HTMLTextAreaElement>("config");
const button = find<HTMLButtonElement>("run");
const stop = find<HTMLButtonElement>("stop");
const [progress, fault, facts] = ["progress", "fault", "facts"].map(find) as [
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
