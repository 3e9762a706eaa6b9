import { html } from "../../plot/dom.ts";
import type { Host, Part } from "../definition/definition.ts";
import type { RepeatShown } from "./repeat-shown.ts";

/** Stops or continues the search. */
export function togglePause(figure: Host<object, RepeatShown>): void {
  const search = figure.shown?.search;
  if (!search) {
    figure.addEventListener("pe-ready", () => togglePause(figure), { once: true });
    return;
  }
  search.isPaused = !search.isPaused;
  if (search.isPaused) search.stop();
  figure.requestUpdate();
}

/** The progress of the search, and a button that stops it. */
export function progressOf(figure: Host<object, RepeatShown>): Part<RepeatShown> {
  const progress = html("progress", { max: 1, "aria-label": "search" });
  const pause = html("button", { type: "button", onclick: () => togglePause(figure) });
  return {
    element: html("div", { class: "row" }, pause, progress),
    show({ search: { share, isPaused } }) {
      progress.value = share;
      pause.disabled = share === 1;
      pause.textContent = pause.disabled ? "Done" : isPaused ? "Resume" : "Stop";
    },
  };
}
