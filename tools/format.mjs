/** `npm run format`: formats every file in place. */
import { format } from "./checks/format.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

await runMain(async () => {
  await setUp("build");
  console.log(await format());
});
