/** Every figure in a DOM without layout, whose name is the argument: what is registered, what stays, what is said. */
import { readFileSync } from "node:fs";

const said = [];
for (const name of ["error", "warn", "info", "log"]) console[name] = (...words) => said.push(words.join(" "));

async function windowOf(name) {
  if (name === "happy-dom") return new (await import("happy-dom")).Window({ url: "http://localhost/" });
  const { JSDOM, VirtualConsole } = await import("jsdom");
  const virtualConsole = new VirtualConsole().on("jsdomError", ({ message }) => said.push(message));
  return new JSDOM("", { url: "http://localhost/", virtualConsole }).window;
}

const window = await windowOf(process.argv[2]);
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis)) globalThis[name] = window[name];

await import("posenc/define");
const manifest = new URL("node_modules/posenc/dist/custom-elements.json", import.meta.url);
const [{ declarations }] = JSON.parse(readFileSync(manifest, "utf8")).modules;
const wrong = [];
for (const { tagName } of declarations) {
  const figure = document.createElement(tagName);
  figure.innerHTML = "<p>In its place.</p>";
  document.body.append(figure);
  await new Promise((wait) => setTimeout(wait, 0));
  figure.setAttribute("palette", "grey");
  figure.remove();
  document.body.append(figure);
  if (!customElements.get(tagName) || figure.textContent !== "In its place.") wrong.push(tagName);
}
await new Promise((wait) => setTimeout(wait, 50));
process.stdout.write(`${JSON.stringify({ figures: declarations.length, wrong, said })}\n`);
process.exit();
