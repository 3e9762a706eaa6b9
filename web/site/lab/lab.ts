/** The lab: `<pe-race>` with a worker for each model. */
import type { RaceElement } from "posenc/elements";
import "posenc/embed.js";
import "posenc/figures.css";
import { startWorker } from "../workers.ts";
import { offerStories } from "./stories.ts";

void customElements.whenDefined("pe-race").then((element) => {
  (element as unknown as typeof RaceElement).startWorker = () => startWorker("race");
});
void offerStories();
