import { cpSync } from "node:fs";
import { rspack } from "@rspack/core";

rspack({ mode: "production", entry: "./main.js" }, (error, result) => {
  if (error || result.hasErrors()) throw error ?? new Error(result.toString());
  cpSync("index.html", "dist/index.html");
});
