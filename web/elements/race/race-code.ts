import { type Code, code, literal } from "../../methods/code.ts";
import { encodingOf, planOf } from "./race-settings.ts";
import { type RaceShown, raceArray } from "./race-shown.ts";

/**
 * JavaScript trains the same models again, to the same bits, as far as the figure has got. Python gets the numbers: the
 * trainer is a module of WebAssembly, and a float32 trainer in NumPy would have other bits.
 */
export function raceCode(shown: RaceShown): Code {
  const { columns, values } = raceArray(shown);
  const numbers = Array.from(values, (value) => (Number.isNaN(value) ? "nan" : String(value)));
  const lines = Array.from({ length: values.length / columns.length }, (_, row) =>
    numbers.slice(row * columns.length, (row + 1) * columns.length).join(", "),
  );
  const python = `# Rows: for each encoding its loss, then its accuracy from the longest length on; columns: training steps.
nan = float("nan")
values = xp.asarray([
${lines.map((line) => `    [${line}],`).join("\n")}
], dtype=xp.float64)
`;
  return { ...code(python, ""), javascript: javascript(shown) };
}

function javascript({ race: { settings, lanes } }: RaceShown): string {
  const { start, steps, interval, lengths, count } = planOf(settings, "none", settings.seed);
  const { encoding: _, ...options } = start;
  const reached = lanes.map(({ encoding, state }) => [encodingOf(encoding), state.steps, state.tests.length]);
  return `import { load } from "posenc/lab";

const lab = await load();
const options = ${literal(options)};
const [steps, interval, lengths, count] = [${steps}, ${interval}, ${literal([...lengths].reverse())}, ${count}];
const columns = Math.ceil(steps / interval);
const values = [];
// Each encoding with the steps and the tests that it has reached.
for (const [encoding, taken, tests] of ${literal(reached)}) {
  const model = lab.start({ ...options, encoding });
  const rows = Array.from({ length: 1 + lengths.length }, () => new Array(columns).fill(NaN));
  for (let column = 0; column < columns; column++) {
    const next = Math.min(steps, (column + 1) * interval);
    if (next > taken) break;
    const { losses } = model.step(next - model.steps);
    rows[0][column] = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
    if (column < tests)
      model.evaluate({ lengths, count }).forEach(({ accuracy }, n) => (rows[n + 1][column] = accuracy));
  }
  values.push(...rows.flat());
  model.free();
}
`;
}
