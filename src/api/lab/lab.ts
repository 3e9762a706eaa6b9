/** The object that `load` of posenc/lab resolves to. */

import type { WasmModule } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { Result } from "../module/self-test.ts";
import { version } from "../version.ts";
import { Machine } from "./machine.ts";
import { type LabTraining, labTraining } from "./model.ts";
import { checkStart, type StartOptions } from "./options.ts";
import { restore } from "./saved.ts";
import { Session } from "./session.ts";

/** The lab: trains small transformers, on the CPU, with the same bits everywhere. */
export interface Lab {
  /**
   * Makes a model with fresh weights. Each model has its own instance of the module, and its own memory.
   *
   * @param options The encoding, the task, the sizes of the model, how it learns, and the seed.
   * @returns The model.
   * @throws TypeError for an option of another type or an unknown one; RangeError for one out of its range, and for a model that
   * needs too much memory; Error if the machine is out of memory.
   * @example
   * const model = lab.start({ encoding: "rope", task: "reverse", seed: 1 });
   */
  start(options: StartOptions): LabTraining;
  /**
   * Resumes a saved model. Its next steps have the same bits as without the break.
   *
   * @param saved The bytes of `save`.
   * @returns The model.
   * @throws TypeError if `saved` is not a Uint8Array; Error with `code` "damaged" for other bytes; RangeError for options that are not allowed.
   * @example
   * const again = lab.resume(model.save());
   */
  resume(saved: Uint8Array): LabTraining;
}

function functions(_engine: Engine, instantiate: () => WasmModule): Lab {
  return Object.freeze({
    start: (options: StartOptions) => {
      const checked = checkStart(options);
      return labTraining(new Session(new Machine(instantiate()), checked));
    },
    resume: (bytes: Uint8Array) => {
      const { options, ...saved } = restore(bytes);
      return labTraining(new Session(new Machine(instantiate()), options, saved));
    },
  });
}

/** The loss of the third step of a small model, which its bits follow from. Computed by the native build. */
const lossOfThirdStep = 2.458843644561821;

function* results(lab: Lab): Generator<Result> {
  const model = lab.start({
    encoding: "rope",
    task: { name: "back", lengths: [4, 16] },
    batch: 2,
    model: { width: 8, heads: 2, layers: 1 },
  });
  yield ["the loss of a step", model.step(3).loss, lossOfThirdStep, 0];
}

export const lab = { version: `${version} lab`, functions, results };
