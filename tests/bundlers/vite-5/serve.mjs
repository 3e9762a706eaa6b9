import { createServer } from "vite-5";

const server = await createServer({
  logLevel: "error",
  cacheDir: ".vite",
  optimizeDeps: { exclude: ["posenc"] },
  server: { host: "127.0.0.1", port: 0, ws: false },
});
await server.listen();
console.log(server.resolvedUrls.local[0] ?? server.resolvedUrls.network[0]);
