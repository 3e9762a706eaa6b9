import { type Code, code } from "../../methods/code.ts";
import { WIDTH, WORDS } from "./wishes-shown.ts";

/** Code that makes the wheels: a row for each word. */
export function wheelsCode(corners: number): Code {
  const [python, javascript] =
    corners === 0
      ? ["(sine > 0) * 1.0", "sine > 0 ? 1 : 0"]
      : corners === 1
        ? ["0.5 + 0.5 * sine", "0.5 + 0.5 * sine"]
        : [
            "0.5 + 0.5 * xp.tanh(steep * sine) / math.tanh(steep)",
            "0.5 + 0.5 * Math.tanh(steep * sine) / Math.tanh(steep)",
          ];
  const steep = corners === 0 || corners === 1 ? "" : `steep = 6 * (1 / ${corners} - 1)\n`;
  return code(
    `word = xp.arange(${WORDS})[:, None]
wheel = xp.arange(${WIDTH})[None, :]
sine = -xp.sin(2 * math.pi * (word + 0.5) / 2 ** (wheel + 1))
${steep}values = ${python}
`,
    `${steep === "" ? "" : `const ${steep.replace("\n", ";\n")}`}const values = [];
for (let word = 0; word < ${WORDS}; word++)
  for (let wheel = 0; wheel < ${WIDTH}; wheel++) {
    const sine = -Math.sin((2 * Math.PI * (word + 0.5)) / 2 ** (wheel + 1));
    values.push(${javascript});
  }
`,
  );
}
