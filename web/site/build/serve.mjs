/** Serves the built pages as a host should. */
import { preview } from "vite";
import { ROOT } from "../../../tools/process.mjs";
import { policy } from "./policy.mjs";
import { SITE } from "./site.mjs";

/** @param {number} port the next free one is taken if it is in use */
export const serveSite = (port) =>
  preview({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    build: { outDir: SITE },
    plugins: [policy()],
    preview: { port },
  });
