/** Where the model of a lane runs: in a worker of its own, or on the page's thread. Both give the same bits. */
import type { Lab } from "../../../src/entries/lab.ts";
import { type Begun, LaneModel } from "./lane-model.ts";
import type { Plan } from "./race-settings.ts";

type Question = Exclude<keyof LaneModel, symbol>;
type Answer<Name extends Question> = Awaited<ReturnType<LaneModel[Name]>>;

/** A model that is asked from afar. */
export interface LaneRunner {
  /** Milliseconds of a slice of training. */
  readonly slice: number;
  /** Whether it runs on the page's own thread. */
  readonly isHere: boolean;
  ask<Name extends Question>(name: Name, ...given: Parameters<LaneModel[Name]>): Promise<Answer<Name>>;
  /** Lets the model go. Questions without an answer are refused. */
  end(): void;
}

/** Begins to train, or goes on with a model that was stored. */
export type StartLane = (plan: Plan, begun: Begun) => Promise<LaneRunner>;

/** A question to a worker; its first one is for the plan. */
export type Message =
  | { readonly id: number; readonly plan: Plan; readonly begun: Begun }
  | { readonly id: number; readonly name: Question; readonly given: readonly unknown[] };

/** The answer of a worker to the question of a number. */
export type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown });

/** A slice on the page's own thread is half of a frame. In a worker it is as long as a picture may stay as it is. */
const PAGE_SLICE = 8;
const WORKER_SLICE = 200;

const loadLab = async (): Promise<Lab> => (await import("../../../src/entries/lab.ts")).load();

/** Runs a model on this thread. */
export const startHere: StartLane = async (plan, begun) => {
  const model = new LaneModel(await loadLab(), plan, begun);
  return {
    slice: PAGE_SLICE,
    isHere: true,
    ask: async (name, ...given) => answer(model, name, given) as never,
    end: () => {},
  };
};

/** What a model answers to a question. */
const answer = (model: LaneModel, name: Question, given: readonly unknown[]): unknown =>
  (model[name] as (...given: readonly unknown[]) => unknown).call(model, ...given);

/** Answers the questions of a page from within a worker. */
export function serve(post: (reply: Reply | boolean) => void): (message: Message) => Promise<void> {
  const lab = loadLab();
  lab.then(
    () => post(true),
    () => post(false),
  );
  let model: LaneModel | undefined;
  return async (message) => {
    const { id } = message;
    try {
      if ("plan" in message) {
        model = new LaneModel(await lab, message.plan, message.begun);
        post({ id, value: undefined });
      } else if (model) post({ id, value: answer(model, message.name, message.given) });
    } catch (error) {
      post({ id, error });
    }
  };
}

/** Runs each model in a worker of its own; by `otherwise` if no worker starts, because of a policy or a missing file. */
export function startInWorkers(start: () => Worker, otherwise: StartLane): StartLane {
  let isRefused = false;
  return async (plan, begun) => {
    const worker = isRefused ? undefined : await ready(start).catch(() => undefined);
    if (!worker) {
      const runner = await otherwise(plan, begun);
      isRefused = true; // if it cannot run here either, the fault is not the worker's, and the next lane asks for one again
      return runner;
    }
    const runner = new WorkerRunner(worker);
    await runner.send({ plan, begun });
    return runner;
  };
}

/** The worker, once it has reported that it can compute. */
async function ready(start: () => Worker): Promise<Worker> {
  const worker = start();
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: canCompute }) => (canCompute ? resolve() : reject());
    });
    return worker;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

type Sent<M> = M extends Message ? Omit<M, "id"> : never;

class WorkerRunner implements LaneRunner {
  readonly slice = WORKER_SLICE;
  readonly isHere = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;
  #isEnded = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => this.end();
  }

  send(message: Sent<Message>): Promise<unknown> {
    const id = this.#asked++;
    if (this.#isEnded) return Promise.reject(ended());
    this.#worker.postMessage({ id, ...message });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => ("value" in reply ? resolve(reply.value) : reject(reply.error)));
    });
  }

  ask<Name extends Question>(name: Name, ...given: Parameters<LaneModel[Name]>): Promise<Answer<Name>> {
    return this.send({ name, given }) as Promise<Answer<Name>>;
  }

  end(): void {
    this.#isEnded = true;
    this.#worker.terminate();
    for (const [id, settle] of this.#waiting) settle({ id, error: ended() });
    this.#waiting.clear();
  }
}

const ended = () => new Error("The model of this lane was stopped.");
