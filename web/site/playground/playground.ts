import "posenc/define";
import { readCode, writeCode } from "./code-link.ts";
import { editor } from "./editor.ts";
import type { Message } from "./messages.ts";
import { failure, nodeOf } from "./output.ts";
import { runner } from "./runner.ts";
import { samples } from "./samples.ts";

/** The playground: code that runs when the reader asks, and its output. */

/** Most values that are shown, so that a loop that prints cannot fill the page. */
const MOST = 500;

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const output = byId("output");
const status = byId("status");
const stopButton = byId<HTMLButtonElement>("stop");
const chooser = byId<HTMLSelectElement>("samples");

const code = editor(byId<HTMLTextAreaElement>("code"), () => void run());
const sandbox = runner(document.body, hear);

async function run(): Promise<void> {
  output.replaceChildren();
  enter("Running …", true);
  try {
    await sandbox.run(code.code);
  } catch {
    output.append(failure("The package could not be loaded: is the page's network gone?"));
    enter("Failed.", false);
  }
}

function hear(message: Message): void {
  const node = nodeOf(message);
  if (node && output.childElementCount < MOST) output.append(node);
  if (message.kind === "done") enter("Done.", false);
  if (message.kind === "failed") enter("Failed.", false);
}

function enter(text: string, isRunning: boolean): void {
  status.textContent = text;
  stopButton.disabled = !isRunning;
}

function stop(): void {
  sandbox.stop();
  enter("Stopped.", false);
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

/** Opens the code of the link, without running it. */
async function openLink(): Promise<void> {
  const linked = await readCode(location.hash);
  if (linked !== undefined) {
    code.code = linked;
    status.textContent = "This code came by the link. Read it, then run it.";
  } else if (location.hash.length > 1) {
    status.textContent = "This link has no code that can be read.";
  }
}

for (const [index, { title }] of samples.entries()) chooser.append(new Option(title, String(index)));
chooser.addEventListener("change", () => {
  code.code = samples[Number(chooser.value)]?.code ?? "";
  output.replaceChildren();
  status.textContent = "Press Run to see what it shows.";
});
byId("run").addEventListener("click", () => void run());
stopButton.addEventListener("click", stop);
byId("link").addEventListener("click", () => void copyLink());
addEventListener("hashchange", () => void openLink());
code.code = samples[0]?.code ?? "";
void openLink();
