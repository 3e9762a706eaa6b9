import { type Code, code, literal } from "../../methods/code.ts";
import { range } from "../definition/figure-spec.ts";
import { startOf, type ThreadRun } from "./thread-run.ts";

/**
 * JavaScript trains the same model again, to the same bits. Python gets the table's numbers: the trainer is a module of
 * WebAssembly, and a trainer in NumPy would have other bits.
 */
export function threadCode(run: ThreadRun): Code {
  const { seen, settings } = run;
  const { dModel, positions } = settings;
  const lines = range(0, positions).map(
    (row) => `    [${seen.rows.subarray(row * dModel, (row + 1) * dModel).join(", ")}],`,
  );
  const python = `# The learned table after step ${seen.step}: a row for each position.
values = xp.asarray([
${lines.join("\n")}
], dtype=xp.float32)
`;
  const javascript = `import { load } from "posenc/lab";

const lab = await load();
const model = lab.start(${literal(startOf(settings))});
${seen.step === 0 ? "" : `model.step(${seen.step});\n`}const values = model.positions();
`;
  return { ...code(python, ""), javascript };
}
