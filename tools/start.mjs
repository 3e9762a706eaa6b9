/** `npm start`: sets up, builds, and serves the page until it is stopped. */

import { SITE } from "../web/site/build/site.mjs";
import { buildAll } from "./build.mjs";
import { ROOT, runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

const PORT = Number(process.env.PORT ?? 5173); // the next free one if it is taken

await runMain(async () => {
  await setUp("build");
  await buildAll();
  const [{ preview }, { policy }] = await Promise.all([
    import("vite"),
    import("../web/site/build/policy.mjs"),
  ]);
  const server = await preview({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    plugins: [policy()],
    build: { outDir: SITE },
    preview: { port: PORT },
  });
  console.log(`\nThe page is at ${server.resolvedUrls?.local[0]}   (Ctrl+C stops it)`);
});
