/** DOMs without layout, in which others test their pages: figures register and stay quiet. */
import { expect, test } from "vitest";
import { makeProject, runIn } from "./project.ts";

test.each(["jsdom", "happy-dom"])(
  "every figure registers in %s, says nothing, and leaves its children",
  (name) => {
    const folder = makeProject(name, ["doms"]);
    const { figures, ...rest } = JSON.parse(runIn(folder, ["every-figure.mjs", name]));
    expect(rest).toEqual({ wrong: [], said: [] });
    expect(figures).toBeGreaterThan(20);
  },
);

test("Jest with jsdom registers figures and computes numbers", () => {
  const folder = makeProject("jest", ["doms"]);
  expect(() =>
    runIn(folder, ["--experimental-vm-modules", "--no-warnings", "../../node_modules/jest/bin/jest.js"]),
  ).not.toThrow();
});
