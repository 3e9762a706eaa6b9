/** Jest with jsdom: figures register and say nothing, their children stay, and numbers are right. */
import { expect, jest, test } from "@jest/globals";
import { load } from "posenc";

test("figures and numbers", async () => {
  const said = ["error", "warn", "info", "log"].map((name) => jest.spyOn(console, name));
  await import("posenc/define");
  document.body.innerHTML = '<pe-heatmap d-model="50" controls="none"><p>In its place.</p></pe-heatmap>';
  const figure = document.querySelector("pe-heatmap");
  expect(figure.dModel).toBe(50);
  expect(figure.textContent).toBe("In its place.");
  figure.dModel = 20;
  await figure.updateComplete;
  expect(figure.getAttribute("d-model")).toBe("20");
  const pe = await load();
  expect(pe.sinusoidal({ length: 2, dModel: 4 })[4]).toBe(Math.fround(Math.sin(1)));
  for (const spy of said) expect(spy).not.toHaveBeenCalled();
});
