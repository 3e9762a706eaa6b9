import { startWorker } from "../workers.ts";
import type { Answer, Task } from "./job.ts";

/** The worker, which is replaced where its work is no longer wanted: what it computes cannot be stopped otherwise. */

export class WorkbenchWorker {
  readonly #hear: (answer: Answer) => void;
  #worker: Worker | undefined;
  #isBusy = false;

  constructor(hear: (answer: Answer) => void) {
    this.#hear = hear;
  }

  ask(task: Task): void {
    this.#worker ??= this.#start();
    this.#isBusy = true;
    this.#worker.postMessage(task);
  }

  /** Gives up what is not finished. */
  restart(): void {
    if (!this.#isBusy) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isBusy = false;
  }

  #start(): Worker {
    const worker = startWorker("workbench");
    const hear = (answer: Answer) => {
      if (this.#worker !== worker) return;
      this.#isBusy &&= answer.is === "progress";
      this.#hear(answer);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => hear(data));
    worker.addEventListener("error", () => {
      hear({ is: "fault", sentence: "The page’s worker did not start: load the page again." });
      this.#worker = undefined;
    });
    return worker;
  }
}

/** A function that asks one task after another, and resolves with the answer to each. */
export function askInTurn(): (task: Task) => Promise<Answer> {
  let hear = (_: Answer) => {};
  const worker = new WorkbenchWorker((answer) => answer.is !== "progress" && hear(answer));
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const answer = last.then(
      () =>
        new Promise<Answer>((resolve) => {
          hear = resolve;
          worker.ask(task);
        }),
    );
    last = answer;
    return answer;
  };
}
