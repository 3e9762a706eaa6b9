import { labMethods, methods } from "../../../src/api/lab/methods.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import { html } from "../../plot/dom.ts";
import { checkbox } from "../controls/checkbox.ts";
import { whenShown } from "../controls/training.ts";
import type { Host, Part, PartMaker } from "../definition/definition.ts";
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
