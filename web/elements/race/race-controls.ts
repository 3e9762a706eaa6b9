import { css } from "@lit/reactive-element";
import { labMethods, methods } from "../../../src/api/lab/methods.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import { html } from "../../plot/dom.ts";
import { checkbox } from "../controls/bound.ts";
import { pillStyles } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { trainStyles } from "../controls/training.ts";
import { type Host, type Part, type PartMaker, whenShown } from "../definition/definition.ts";
import { MOST_LANES } from "./race-settings.ts";
import type { RaceShown } from "./race-shown.ts";

/** What a reader chooses, and the buttons that train. */

export const throwAway = (figure: Host<object, RaceShown>): void =>
  whenShown(figure, ({ race }) => void race.throwAway().then(() => figure.requestUpdate()));

/** A checkbox for each encoding. At least one stays chosen; if all lanes are taken, no further box can be chosen. */
export const encodingChoice: PartMaker<{ encodings: string }, RaceShown> = (figure) => {
  const boxes = labMethods.map((method) => {
    const box = checkbox(methods[method].title, (isOn) => {
      const chosen = figure.shown?.race.settings.encodings ?? [];
      const plain = labMethods.filter((name) => (name === method ? isOn : chosen.includes(name)));
      // Encodings with fields have no box, and stay.
      const next = [...plain, ...chosen.filter((name) => !Object.hasOwn(methods, name))];
      if (next.length > 0) figure.encodings = next.join(" ");
      figure.requestUpdate();
    });
    return [method, box] as const;
  });
  return {
    element: html(
      "fieldset",
      { class: "choice encodings", part: "control" },
      html("legend", {}, "encodings"),
      ...boxes.map(([, { element }]) => element),
    ),
    show({ race: { settings } }) {
      const isFull = settings.encodings.length === MOST_LANES;
      for (const [method, box] of boxes) {
        const isChosen = settings.encodings.includes(method);
        box.show(isChosen, isChosen || !isFull);
      }
    },
  };
};

export const taskMenu: PartMaker<{ task: string }, RaceShown> = (figure) => {
  const options = Object.entries(tasks).map(([value, { title }]) => html("option", { value }, title));
  const select = html("select", { "aria-label": "task" }, ...options);
  select.addEventListener("change", () => Object.assign(figure, { task: select.value }));
  return {
    element: html(
      "label",
      { class: "row", part: "control" },
      html("span", { class: "quiet" }, "task"),
      select,
    ),
    show() {
      select.value = figure.task;
    },
  };
};

const button = (label: string, onclick: () => void) => html("button", { type: "button", onclick }, label);

/** Takes another seed; clears trained and stored models. */
export const seedButtons: PartMaker<{ seed: number }, RaceShown> = (figure): Part<RaceShown> => {
  const seed = button("New seed", () => {
    figure.seed++;
  });
  const forget = button("Clear results", () => throwAway(figure));
  return {
    element: html("div", { class: "row", part: "control" }, seed, forget),
    show({ race }) {
      forget.disabled = !race.isBegun;
    },
  };
};

export const raceStyles = [
  ...readingStyles({ 0: 9, 24: 6, 44: 4, 60: 3 }),
  pillStyles,
  trainStyles,
  css`
    .box {
      grid-template-rows: auto minmax(16rem, 1fr) auto auto;
    }
    :host([controls="none"]) .box > .row {
      display: none;
    }
    .below {
      display: grid;
      align-content: start;
      gap: 0.75rem;
    }
    @container (min-width: 50rem) {
      .box {
        grid-template: auto minmax(16rem, 1fr) auto / minmax(0, 4fr) minmax(0, 3fr);
        column-gap: 2.5rem;
      }
      .box > .row {
        grid-column: 1 / -1;
      }
      .below {
        grid-area: 2 / 2 / 4 / 3;
      }
    }
    /* What its buttons change is said beside them. */
    .pills.choice {
      flex-wrap: wrap;
      border-radius: 1.25em;
    }
    .pills.choice legend {
      position: static;
      inline-size: auto;
      clip-path: none;
      padding-inline: 0.75em 0.5em;
      font-weight: 600;
    }
    .scores table {
      inline-size: 100%;
    }
    .scores th:first-child {
      text-align: start;
    }
    .scores th[scope="row"] {
      font-weight: 600;
    }
    .scores tr:has(+ .text) > * {
      padding-block-end: 0;
      border: 0;
    }
    .text td {
      padding-block-start: 0;
      text-align: start;
    }
    .letters {
      display: flex;
      flex-wrap: wrap;
      gap: 0 0.75em;
      align-items: baseline;
    }
    .letters samp {
      overflow-wrap: anywhere;
      font: 0.9375rem / 1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace;
    }
    .letters s {
      color: var(--_position);
      background: color-mix(in srgb, var(--_position) 16%, transparent);
    }
    .letters .end {
      font-style: normal;
    }
    .letters.unread samp {
      color: var(--_quiet);
    }
    .letters.unread s {
      color: inherit;
      background: none;
      text-decoration: none;
    }
    /* Nobody has asked for it yet: it keeps its room. */
    .unasked {
      visibility: hidden;
    }
    .unasked > * {
      border-color: transparent;
    }
    .scores .number {
      font-weight: 600;
    }
    .scores .number[value=""] {
      color: var(--_quiet);
      font-weight: 400;
    }
    .scores small {
      color: var(--_quiet);
      white-space: nowrap;
    }
    .attention {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
      gap: 0.75rem;
    }
    .attention figure {
      margin: 0;
    }
    .attention svg {
      display: block;
      inline-size: 100%;
      border: 1px solid var(--_line);
    }
    .panel input[type="text"] {
      flex: 1 1 10rem;
      font: inherit;
      background: transparent;
      border: 1px solid var(--_line);
      border-radius: 0.375rem;
      padding: 0.25rem 0.5rem;
    }
    @media print {
      .box > .row {
        display: none;
      }
    }
    @container (max-width: 30rem) {
      .scores small {
        display: block;
      }
      .scores :is(th, td) {
        padding-inline: 0.25rem;
      }
    }
  `,
];
