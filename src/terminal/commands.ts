/** All commands. A new one is a file beside this one and a line here. */
import type { Command } from "./command.ts";
import { comparison } from "./compare.ts";
import { diagnosis } from "./diagnose.ts";
import { ids } from "./ids.ts";
import { inspect } from "./inspect.ts";
import { lab } from "./lab.ts";
import { move } from "./movable.ts";
import { picture } from "./picture.ts";
import { presetList } from "./presets.ts";
import { probe } from "./probe.ts";
import { table } from "./table.ts";
import { vectors } from "./vectors.ts";

export const commands: readonly Command[] = [
  inspect,
  comparison,
  diagnosis,
  probe,
  table,
  vectors,
  ids,
  move,
  presetList,
  picture,
  lab,
];
