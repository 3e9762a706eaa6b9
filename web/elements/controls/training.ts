import { css } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { type PartMaker, whenShown } from "../definition/definition.ts";

/** A training that a reader starts, as its button sees it. */
export interface Training {
  readonly isBegun: boolean;
  readonly isRunning: boolean;
  /** Whether nothing is left to do. */
  readonly isFinished: boolean;
  /** Whether an error that may pass has stopped all of it. */
  readonly isStopped: boolean;
}

/** One button that trains, pauses, resumes, and tries again: it calls the methods that a page calls, too. */
export const trainButton =
  <Shown>(trainingOf: (shown: Shown) => Training): PartMaker<{ train(): void; pause(): void }, Shown> =>
  (figure) => {
    const press = () =>
      whenShown(figure, (shown) => (trainingOf(shown).isRunning ? figure.pause() : figure.train()));
    const button = html("button", { type: "button", class: "train", part: "control train", onclick: press });
    return {
      element: button,
      show(shown) {
        const training = trainingOf(shown);
        button.textContent = wordOf(training);
        button.disabled = training.isFinished && !training.isStopped;
      },
    };
  };

function wordOf({ isRunning, isFinished, isStopped, isBegun }: Training): string {
  if (isRunning) return "Pause";
  if (isStopped) return "Retry";
  if (isFinished) return "Trained";
  return isBegun ? "Resume" : "Train";
}

/** The one filled button: its colours are paper and, made from paper again, ink. */
export const trainStyles = css`
  .train {
    min-inline-size: 6.5em;
    padding: 0.5em 1.4em;
    border-radius: 2em;
    color: var(--_paper);
    font-weight: 600;
  }
  .train,
  .train:hover {
    background: var(--_paper);
  }
  .train:hover {
    opacity: 0.85;
  }
  /* Colours of the system's: paper on paper would be an empty button. */
  @media (forced-colors: active) {
    .train,
    .train:hover {
      forced-color-adjust: none;
      border-color: ButtonText;
      background: ButtonText;
      color: ButtonFace;
    }
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
`;
