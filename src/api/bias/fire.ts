import { checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions } from "../arguments/check.ts";
import { widthRule } from "../arguments/sizes.ts";
import type { Engine } from "../module/engine.ts";
import { input, Output } from "../module/memory.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { checkPerceptron } from "./perceptron.ts";
import { blockNames, blockStruct, checkBlock, isEmpty } from "./score-block.ts";

const names = ["heads", ...blockNames, "causal", "perceptron", "out"] as const;

export function fireBias(engine: Engine, spec: ResolvedSpec<"fire">, options: unknown): unknown {
  const given = readOptions("options", options, names);
  const heads = checkNumber("heads", given.heads, widthRule);
  // The scale stretches with the query's position, which is not before the first key.
  checkNumber("offset", given.offset, { from: 0, to: 2 ** 53, integer: true, default: 0 });
  const block = checkBlock(given);
  const causal = checkFlag("causal", given.causal, false);
  const count = heads * block.queries * block.keys;
  const target = checkOut(given.out, "Float32Array", count, "heads · queries · keys");
  const perceptron = checkPerceptron(given.perceptron, 1, heads);
  if (isEmpty(block)) return given.out ?? new Float32Array(0);

  const out = new Output(Float32Array, count, target);
  const scale = input(Float64Array.of(spec.c, spec.threshold));
  const areas = [blockStruct(block), scale, ...perceptron, out];
  const size = { param: "queries", value: block.queries };
  engine.run(size, areas, (module, slices) => module.fire(slices, heads, causal));
  return given.out ?? out.result;
}
