import { build } from "vite";

await build({ base: "./", logLevel: "warn" });
