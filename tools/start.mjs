/** `npm start`: sets up, builds, and serves the page until it is stopped. */

import { buildAll } from "./build.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

const PORT = Number(process.env.PORT ?? 5173); // the next free one if it is taken

await runMain(async () => {
  await setUp("build");
  await buildAll();
  const { serveSite } = await import("../web/site/build/serve.mjs");
  const server = await serveSite(PORT);
  console.log(`\nThe page is at ${server.resolvedUrls?.local[0]}   (Ctrl+C stops it)`);
});
