import { cpSync } from "node:fs";
import webpack from "webpack";

webpack({ mode: "production", entry: "./main.js" }, (error, result) => {
  if (error || result.hasErrors()) throw error ?? new Error(result.toString());
  cpSync("index.html", "dist/index.html");
});
