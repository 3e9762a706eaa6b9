import { html } from "../../plot/dom.ts";
import { checkbox } from "../controls/checkbox.ts";
import type { Host, Part, PartMaker } from "../definition/definition.ts";
import { METHODS } from "./lane-encoding.ts";
import { MOST_LANES, TASKS } from "./race-settings.ts";
import type { RaceShown } from "./race-shown.ts";

/** What a reader chooses, and the buttons that train. */

/** Calls a function with the race, now or once it is there. */
function withRace(figure: Host<object, RaceShown>, use: (race: RaceShown["race"]) => unknown): void {
  const { shown } = figure;
  if (shown === undefined) {
    figure.addEventListener("pe-ready", () => withRace(figure, use), { once: true });
    return;
  }
  use(shown.race);
  figure.requestUpdate();
}

export const train = (figure: Host<object, RaceShown>): void => withRace(figure, (race) => race.train());
export const pause = (figure: Host<object, RaceShown>): void => withRace(figure, (race) => race.pause());
export const throwAway = (figure: Host<object, RaceShown>): void =>
  withRace(figure, (race) => void race.throwAway().then(() => figure.requestUpdate()));

/** A checkbox for each encoding. At least one stays chosen; if all lanes are taken, no further box can be chosen. */
export const encodingChoice: PartMaker<{ encodings: string }, RaceShown> = (figure) => {
  const boxes = Object.entries(METHODS).map(([method, title]) => {
    const box = checkbox(title, (isOn) => {
      const chosen = figure.shown?.race.settings.encodings ?? [];
      const plain = Object.keys(METHODS).filter((name) => (name === method ? isOn : chosen.includes(name)));
      // Encodings with fields have no box, and stay.
      const next = [...plain, ...chosen.filter((name) => !Object.hasOwn(METHODS, name))];
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
  const options = Object.entries(TASKS).map(([value, title]) => html("option", { value }, title));
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

/** Trains, pauses and resumes; takes another seed; clears trained and stored models. */
export const trainButtons: PartMaker<{ seed: number }, RaceShown> = (figure): Part<RaceShown> => {
  const button = (label: string, onclick: () => void) => html("button", { type: "button", onclick }, label);
  const main = button("Train", () => (figure.shown?.race.isRunning ? pause(figure) : train(figure)));
  main.classList.add("train");
  const seed = button("New seed", () => {
    figure.seed++;
  });
  const forget = button("Clear results", () => throwAway(figure));
  return {
    element: html("div", { class: "row", part: "control" }, main, seed, forget),
    show({ race }) {
      main.textContent = race.isRunning
        ? "Pause"
        : race.isFinished
          ? race.isStopped
            ? "Retry"
            : "Trained"
          : race.isBegun
            ? "Resume"
            : "Train";
      main.disabled = race.isFinished && !race.isStopped;
      forget.disabled = !race.isBegun;
    },
  };
};
