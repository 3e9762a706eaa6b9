import "posenc/define";
import { byId } from "../nodes.ts";
import { readCode, writeCode } from "./code-link.ts";
import { editor, withLastValue } from "./editor.ts";
import { importsOf, notHere } from "./entries.ts";
import type { Message } from "./messages.ts";
import { explain, neededEntry } from "./names.ts";
import { failure, nodeOf, note } from "./output.ts";
import { runner } from "./runner.ts";
import { Edits, samples } from "./samples.ts";

/** `pe` for code that uses it and does not make it: the full package, loaded. */

const USES = /\bpe\s*\./;
const MAKES = /\b(?:const|let|var)\s+pe\b/;

/** On the first line of the code, so that errors name the right lines. */
const LOADED = 'import { load as loadPosenc } from "posenc/full"; const pe = await loadPosenc(); ';

const withPe = (code: string): string => (USES.test(code) && !MAKES.test(code) ? `${LOADED}${code}` : code);

/** The playground: code that runs when the reader asks, and its output. */

const output = byId("output");
const status = byId("status");
const stopButton = byId<HTMLButtonElement>("stop");
const chooser = byId<HTMLSelectElement>("samples");
const word = byId("word");
const resetButton = byId<HTMLButtonElement>("reset");
const edits = new Edits();

const code = editor(byId<HTMLTextAreaElement>("code"), {
  run: () => void run(),
  moved: (at) => void explainWord(at),
});
const sandbox = runner(document.body, hear);

async function run(): Promise<void> {
  keep();
  output.replaceChildren();
  const complete = withPe(code.code);
  const { known, others } = importsOf(complete);
  if (others.length > 0) {
    output.append(...others.map((name) => failure(notHere(name))));
    enter("Failed.", false);
    return;
  }
  enter("Running …", true);
  output.scrollIntoView({ block: "nearest" }); // on a phone it is below the code
  try {
    await sandbox.run(await withLastValue(complete), known);
  } catch {
    output.append(failure("The package could not be loaded: is the page's network gone?"));
    enter("Failed.", false);
  }
}

function hear(message: Message): void {
  const node = nodeOf(message);
  if (node) output.append(node);
  if (message.kind === "done") enter("Done.", false);
  if (message.kind === "failed") {
    enter("Failed.", false);
    if (node) void adviseOn(message.text, node);
  }
}

/** Says under an error which entry has what the code asks for. */
async function adviseOn(fault: string, node: HTMLElement): Promise<void> {
  const advice = await neededEntry(code.code, fault).catch(() => "");
  if (advice !== "") node.after(note(advice));
}

function enter(text: string, isRunning: boolean): void {
  status.textContent = text;
  stopButton.disabled = !isRunning;
}

function stop(): void {
  sandbox.stop();
  enter("Stopped.", false);
}

/** Names the word under the cursor under the code, with a link to the reference. */
async function explainWord(at: number): Promise<void> {
  const found = await explain(code.code, at).catch(() => undefined);
  if (!found) return; // the last word stays, so that its link can be reached
  const link = document.createElement("a");
  link.href = found.href;
  link.textContent = found.title;
  word.replaceChildren(link, `: ${found.kind}`);
}

async function copyLink(): Promise<void> {
  history.replaceState(null, "", await writeCode(code.code));
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "Link copied.";
  } catch {
    status.textContent = "The link is in the address bar."; // no permission, or no secure context
  }
}

/** Opens the code of the link, without running it. @returns whether there was some */
async function openLink(): Promise<boolean> {
  const linked = await readCode(location.hash);
  if (linked !== undefined) {
    keep();
    shown = undefined;
    code.code = linked;
    output.replaceChildren();
    status.textContent = "This code came by the link. Read it, then run it.";
  } else if (location.hash.length > 1) {
    status.textContent = "This link has no code that can be read.";
  }
  return linked !== undefined;
}

/** Shows what the first sample gave when this page was built. */
async function showRecorded(): Promise<void> {
  const { recorded } = await import("posenc:recorded");
  const first = samples[0]?.code;
  if (code.code !== first || output.childElementCount > 0) return; // the reader was faster
  output.append(note("Recorded when this page was built. Run computes it here."));
  for (const message of recorded) output.append(nodeOf(message) ?? "");
}

/** Shows a button to run what was chosen. */
function offerRun(): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "offer";
  button.textContent = "Run this sample";
  button.addEventListener("click", () => void run());
  output.append(button);
}

/** The sample that the code began with; undefined for code of a link. */
let shown: number | undefined = 0;

/** Keeps what the reader made of the sample. Code of a link is in the link. */
function keep(): void {
  const sample = shown === undefined ? undefined : samples[shown];
  if (sample === undefined || shown === undefined) return;
  edits.keep(shown, sample.title, code.code === sample.code ? undefined : code.code);
  resetButton.disabled = code.code === sample.code;
}

/** Shows a sample as the reader left it. */
function choose(index: number): void {
  const sample = samples[index];
  if (sample === undefined) return;
  shown = index;
  chooser.value = String(index);
  const edited = edits.of(sample.title);
  code.code = edited ?? sample.code;
  output.replaceChildren();
  word.replaceChildren();
  status.textContent = edited === undefined ? "" : "This is your version of the sample.";
  keep();
  if (index === 0 && edited === undefined) void showRecorded();
  else offerRun();
}

function reset(): void {
  const sample = samples[Number(chooser.value)];
  if (sample === undefined) return;
  edits.keep(Number(chooser.value), sample.title, undefined);
  choose(Number(chooser.value));
}

for (const [index, { title }] of samples.entries()) chooser.append(new Option(title, String(index)));
chooser.addEventListener("change", () => {
  keep();
  choose(Number(chooser.value));
});
resetButton.addEventListener("click", reset);
addEventListener("pagehide", keep);
byId("run").addEventListener("click", () => void run());
stopButton.addEventListener("click", stop);
byId("link").addEventListener("click", () => void copyLink());
addEventListener("hashchange", () => void openLink());
if (!(await openLink())) {
  const said = status.textContent;
  choose(said === "" ? edits.open : 0);
  if (said !== "") status.textContent = said; // what is wrong with the link
}
