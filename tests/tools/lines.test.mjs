/** Long minified lines are broken where the code stays the same. */
import { expect, test } from "vitest";
import { inLines } from "../../tools/build/plugins.mjs";

test("lines end after commas and semicolons, and not within strings, templates and regular expressions", async () => {
  const words = "a,b;".repeat(400);
  const code = `export const all=[${"1,".repeat(600)}"${words}",\`${words}\`,/[${words}]/];export const last=(()=>{return 1})();`;
  const broken = await inLines(code);
  expect(broken.split("\n").length).toBeGreaterThan(3);
  expect(broken.replaceAll("\n", "")).toBe(code);
  const evaluate = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);
  const [{ all, last }, before] = [await evaluate(broken), await evaluate(code)];
  expect(JSON.stringify(all)).toBe(JSON.stringify(before.all));
  expect(String(all.at(-1))).toBe(String(before.all.at(-1)));
  expect(last).toBe(1);
});
