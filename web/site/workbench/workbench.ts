import "posenc/embed.js";
import "posenc/figures.css";
import { engines } from "posenc/engines";
import type { ProbePlan } from "posenc/probe";
import { presets } from "posenc/spec";
import { save } from "../../plot/picture.ts";
import { byId, node } from "../nodes.ts";
import {
  type Answer,
  fragmentOf,
  inputOf,
  type Known,
  LONGEST,
  NOTHING_KNOWN,
  pieceOf,
  type Task,
} from "./job.ts";
import { Report } from "./report.ts";
import { EXAMPLE, type Sample, samples } from "./samples.ts";
import { WorkbenchWorker } from "./start-worker.ts";

/** The workbench: takes a file or a text, lets the worker look at it, and shows what it found. */

const text = byId<HTMLTextAreaElement>("text");
const file = byId<HTMLInputElement>("file");
const as = byId<HTMLSelectElement>("as");
const expected = byId<HTMLInputElement>("expected");
const settings = byId<HTMLFormElement>("settings");
const [length, dtype, one, other] = ["length", "dtype", "one", "other"].map((id) => byId(id)) as [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
];
const stop = byId<HTMLButtonElement>("stop");
const [progress, fault, drop] = ["progress", "fault", "drop"].map((id) => byId(id)) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
];

const worker = new WorkbenchWorker(hear);
const report = new Report(
  { section: byId("result"), verdict: byId("verdict"), place: byId("report") },
  settings,
  (task, doing) => ask(task, doing),
);

/** Whether the input that is looked at is the text of the field. */
let isText = false;
/** Whether what is shown, or looked at, is the page's example, and no input of the reader. */
let isExample = false;
/** The files that were looked at last. */
let last: readonly File[] = [];
/** The plan of the probe that was made last. */
let plan: ProbePlan | undefined;

const known = (): Known => ({
  as: as.value,
  expected: expected.value,
  length: length.validity.valid ? length.value : "",
  dtype: dtype.value,
  engines: [one.value, one.value === "" || other.value === one.value ? "" : other.value]
    .filter(Boolean)
    .join(","),
});

/** Shows what a link or a sample says of the input. */
function fill({ as: kind, expected: spec, length: tokens, dtype: type, engines: names }: Known): void {
  as.value = kind;
  expected.value = spec;
  length.value = tokens;
  dtype.value = type;
  [one.value = "", other.value = ""] = names.split(",");
}

function ask(task: Task, doing: string): void {
  fault.textContent = "";
  busy(doing);
  worker.ask(task);
}

function busy(doing: string): void {
  progress.replaceChildren(
    ...(doing === "" ? [] : [node("progress", { "aria-label": "work" }), ` ${doing}`]),
  );
  stop.hidden = doing === "";
}

function hear(answer: Answer): void {
  if (!isExample) busy(answer.is === "progress" ? answer.doing : "");
  switch (answer.is) {
    case "result":
      report.show(answer.result, answer.ms, isExample);
      keepAddress();
      break;
    case "moves":
      report.showMoves(answer.moves);
      break;
    case "probe":
      ({ plan } = answer);
      report.showProbe(plan, answer.files);
      save(answer.content, "probe.zip");
      progress.textContent = `probe.zip is saved, ${(answer.content.size / 1024).toFixed(0)} KiB.`;
      break;
    case "pairing":
      report.showPairing(answer.tensor, answer.pairing);
      break;
    case "file":
      save(answer.content, answer.name);
      progress.textContent = `${answer.name} is saved.`;
      break;
    case "fault": {
      if (isExample) break; // the page is as good without it
      const kept = report.isEmpty ? "" : " What is shown below is of the input before.";
      fault.textContent = `${answer.sentence}${kept}`;
    }
  }
}

/** Looks at files; two are taken together. A look that has not ended is given up. */
function lookAt(files: readonly File[], isOfField: boolean): void {
  if (files.length === 0) return;
  worker.restart();
  isExample = false;
  isText = isOfField;
  last = files;
  if (!isOfField) text.value = "";
  for (const button of byId("samples").children) button.setAttribute("aria-pressed", "false");
  const [{ name } = { name: "" }] = files;
  ask({ task: "files", files, known: known(), plan }, isOfField ? "Reading the text …" : `Reading ${name} …`);
}

function lookAtText(): void {
  if (text.value.trim() === "") {
    fault.textContent = "The field is empty: paste a text, or choose a file.";
    return;
  }
  lookAt([new File([text.value], "")], true);
}

/** The address has the input if that is short, so that a link shows it again. */
function keepAddress(): void {
  const fragment = isText ? fragmentOf({ text: text.value, ...known() }) : undefined;
  if (location.hash !== "" || fragment !== undefined)
    history.replaceState(null, "", fragment ?? `${location.pathname}${location.search}`);
}

async function copyLink(): Promise<void> {
  const fragment = fragmentOf({ text: text.value, ...known() });
  if (text.value.trim() === "") progress.textContent = "A link keeps a text: paste one into the field.";
  else if (fragment === undefined)
    progress.textContent = `This text is too long for a link, which holds ${LONGEST} characters. Send the file instead.`;
  else {
    const address = new URL(fragment, location.href).href;
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    history.replaceState(null, "", fragment);
    progress.textContent = isCopied ? "The link is copied." : "The link is the address of this page now.";
  }
}

function take(sample: Sample): void {
  text.value = sample.text;
  expected.value = sample.expected;
  as.value = "";
  lookAtText();
}

/** Before there is an input, the page shows what a verdict looks like. */
function showExample(): void {
  const example = samples().find(({ name }) => name === EXAMPLE);
  if (!example) return;
  isExample = true;
  const { text: numbers, expected: spec } = example;
  worker.ask({
    task: "files",
    files: [new File([numbers], "")],
    known: { ...NOTHING_KNOWN, expected: spec },
  });
}

function follow(): void {
  const piece = pieceOf(location.hash);
  const input = inputOf(location.hash);
  if (piece !== undefined) {
    isExample = false;
    isText = false;
    ask({ task: "piece", piece }, "Making the piece …");
  } else if (input !== undefined) {
    text.value = input.text;
    fill(input);
    lookAtText();
  }
}

/** Files may be dropped anywhere on the page. */
function takeDrops(): void {
  const isOver = (is: boolean) => drop.classList.toggle("over", is);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    isOver(true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) isOver(false);
  });
  document.addEventListener("drop", (event) => {
    isOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return; // a text goes into the field
    event.preventDefault();
    lookAt(files, false);
  });
}

for (const select of [one, other])
  select.append(
    ...engines().map(({ name, title, version }) => node("option", { value: name }, `${title} ${version}`)),
  );
settings.addEventListener("submit", (event) => event.preventDefault());
byId("presets").append(...Object.keys(presets).map((value) => node("option", { value })));
byId("samples").append(
  ...samples().map((sample) => {
    const button = node("button", { type: "button", "aria-pressed": "false" }, sample.name);
    button.addEventListener("click", () => {
      take(sample);
      button.setAttribute("aria-pressed", "true");
    });
    return button;
  }),
);
file.addEventListener("change", () => lookAt([...(file.files ?? [])], false));
for (const field of [as, expected, length, dtype, one, other])
  field.addEventListener("change", () => lookAt(last, isText)); // what is known has changed
byId("run").addEventListener("click", lookAtText);
byId("link").addEventListener("click", () => void copyLink());
text.addEventListener("paste", () => setTimeout(lookAtText, 0)); // the text is in the field after the event
stop.addEventListener("click", () => {
  worker.restart();
  busy("");
  progress.textContent = "Stopped.";
});
window.addEventListener("hashchange", follow);
takeDrops();
follow();
if (last.length === 0 && pieceOf(location.hash) === undefined) showExample();
