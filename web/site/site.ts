import { load } from "posenc/full";
import { keepValues, powerOfTen } from "./numbers/value.ts";
import "posenc/embed.js";
import "posenc/figures.css";
import type { RaceElement, RepeatElement } from "posenc/elements";
import { followReader, openAsides } from "./contents.ts";
import { startNumbers } from "./numbers/number.ts";
import { startWorker } from "./workers.ts";

// The table of errors, measured in the reader's browser against float64.

/** One for each column of the table. */
const PRECISIONS = ["float32", "exact"] as const;

const D_MODEL = 512;
const BASE = 10_000;

/** The last positions of the ranges that are measured. Up to here a float64 angle is good to 1e-9, far below the errors. */
const POSITIONS = [512, 5_000, 45_000, 131_072, 1_000_000];

/** Positions in a range: enough to meet the worst rounding of the fastest dimensions. */
const ROWS = 32;

/** Replaces the printed errors by measured ones. If the module cannot be loaded, the printed ones stay. */
async function fillAccuracy(): Promise<void> {
  const pe = await load().catch(() => undefined);
  if (!pe) return;
  const rows = document.querySelectorAll("#accuracy tbody tr");
  for (const [index, position] of POSITIONS.entries()) {
    const start = position - ROWS + 1;
    const cells = rows[index]?.querySelectorAll("td");
    for (const [column, precision] of PRECISIONS.entries()) {
      const spec = { method: "sinusoidal", dModel: D_MODEL, base: BASE, precision } as const;
      const table = pe.encode(spec, { start, length: ROWS });
      cells?.[column]?.replaceChildren(powerOfTen(largestError(start, table)));
    }
  }
}

function largestError(start: number, table: Float32Array): number {
  return table.reduce((most, value, index) => {
    const channel = index % D_MODEL;
    const angle = (start + Math.floor(index / D_MODEL)) / BASE ** ((channel - (channel % 2)) / D_MODEL);
    return Math.max(most, Math.abs(value - (channel % 2 ? Math.cos(angle) : Math.sin(angle))));
  }, 0);
}

/**
 * Questions that a chapter opens with: the reader answers by a button before the text does, and the page shows both. The
 * answer keeps its room, so that nothing moves. Without scripts the buttons are text, and the answer stands there.
 */
function askFirst(): void {
  for (const question of document.querySelectorAll<HTMLElement>(".guess")) {
    const said = question.querySelector(".said");
    const choices = [...question.querySelectorAll<HTMLButtonElement>(".choices button")];
    for (const choice of choices) {
      choice.setAttribute("aria-pressed", "false");
      choice.addEventListener("click", () => {
        for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
        if (said) said.textContent = `You said: ${choice.textContent}.`;
        question.classList.add("answered");
      });
    }
  }
}

/**
 * Makes a link that sets a figure work a second time. The browser reports only changes of the fragment, and the reader may
 * have changed the figure since the first time.
 */
function repeatLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash.includes("?") && link.hash === location.hash) {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    }
  });
}

/** Share of the figure's height that has to stay visible. */
const ENOUGH = 0.6;
/** Room between the sentence and the edge of the window, CSS pixels. */
const EDGE = 48;

/** Keeps the sentence with a dotted link in sight when its figure comes into view, if there is room for both. */
function keepSentence(): void {
  document.addEventListener("click", ({ target }) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"][href*="?"]') : null;
    const [, id = ""] = /^#([\w-]+)\?/.exec(link?.hash ?? "") ?? [];
    const figure = document.getElementById(id);
    if (!link || !figure) return;
    // The figure scrolls itself into view when the address has changed.
    requestAnimationFrame(() => requestAnimationFrame(() => show(link, figure)));
  });
}

function show(link: Element, figure: Element): void {
  const [sentence, picture] = [link.getBoundingClientRect(), figure.getBoundingClientRect()];
  const above = sentence.top - EDGE;
  const below = sentence.bottom + EDGE - innerHeight;
  const by = above < 0 ? above : Math.max(below, 0);
  if (by === 0) return;
  const [top, bottom] = [Math.max(picture.top - by, 0), Math.min(picture.bottom - by, innerHeight)];
  if (bottom - top >= ENOUGH * Math.min(picture.height, innerHeight)) scrollBy(0, by);
}

/**
 * Marks all places of a formula's letter in the chapter while the reader points at one of them or has the focus on it.
 * The style sheet gives them their colour.
 */
function lightTerms(): void {
  for (const [starts, ends] of [
    ["pointerover", "pointerout"],
    ["focusin", "focusout"],
  ] as const) {
    document.addEventListener(starts, ({ target }) => light(target, true));
    document.addEventListener(ends, ({ target }) => light(target, false));
  }
}

function light(target: EventTarget | null, on: boolean): void {
  const term = target instanceof Element ? target.closest<HTMLElement>("[data-term]") : null;
  const chapter = term?.closest("section");
  if (!term || !chapter) return;
  if (on) chapter.setAttribute("data-lit", term.dataset.term ?? "");
  else chapter.removeAttribute("data-lit");
}

/** The button that copies the entry for BibTeX. Without a clipboard the entry is shown and selected. */
function offerCitation(): void {
  const button = document.getElementById("cite");
  const entry = document.getElementById("bibtex");
  if (!button || !entry) return;
  button.hidden = false;
  entry.hidden = true;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(entry.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      entry.hidden = false;
      getSelection()?.selectAllChildren(entry);
    }
  });
}

/**
 * The formula by hand, one step after the other: elements with `data-step` show from that step on. All of them show at
 * first, and without scripts. Hidden ones keep their room, so that nothing moves.
 */
function stepByHand(): void {
  const example = document.getElementById("by-hand");
  if (!example) return;
  const steps = [...example.querySelectorAll<HTMLElement>("[data-step]")];
  const last = Math.max(...steps.map((part) => Number(part.dataset.step)));
  let now = last;
  const button = (label: string, by: number) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", () => show(now + by));
    return made;
  };
  const [back, next, all] = [button("Back", -1), button("Next step", 1), button("All steps", last)];
  const show = (step: number) => {
    now = Math.min(Math.max(step, 1), last);
    for (const part of steps) part.classList.toggle("later", Number(part.dataset.step) > now);
    back.disabled = now === 1;
    next.disabled = all.disabled = now === last;
  };
  const table = example.querySelector<HTMLElement>(".scroll");
  if (table) Object.assign(table, { tabIndex: 0, role: "region", ariaLabel: "The numbers of the example" }); // keys scroll it
  const row = document.getElementById("by-hand-steps");
  row?.append(back, next, all);
  show(last);
}

void customElements.whenDefined("pe-repeat").then((element) => {
  (element as unknown as typeof RepeatElement).startWorker = () => startWorker("repeat");
});
for (const tag of ["pe-race", "pe-thread"])
  void customElements.whenDefined(tag).then((element) => {
    (element as unknown as typeof RaceElement).startWorker = () => startWorker("race");
  });
repeatLinks();
followReader();
openAsides();
stepByHand();
askFirst();
keepSentence();
offerCitation();
lightTerms();
startNumbers();
void keepValues();
void fillAccuracy();
