/**
 * The formula by hand, one step after the other: elements with `data-step` show from that step on. All of them show at
 * first, and without scripts. Hidden ones keep their room, so that nothing moves.
 */
export function stepByHand(): void {
  const example = document.getElementById("by-hand");
  if (!example) return;
  const steps = [...example.querySelectorAll<HTMLElement>("[data-step]")];
  const last = Math.max(...steps.map((part) => Number(part.dataset.step)));
  let now = last;
  const button = (label: string, by: number) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", () => show(now + by));
    return made;
  };
  const [back, next, all] = [button("Back", -1), button("Next step", 1), button("All steps", last)];
  const show = (step: number) => {
    now = Math.min(Math.max(step, 1), last);
    for (const part of steps) part.classList.toggle("later", Number(part.dataset.step) > now);
    back.disabled = now === 1;
    next.disabled = all.disabled = now === last;
  };
  const table = example.querySelector<HTMLElement>(".scroll");
  if (table) Object.assign(table, { tabIndex: 0, role: "region", ariaLabel: "The numbers of the example" }); // keys scroll it
  const row = document.getElementById("by-hand-steps");
  row?.append(back, next, all);
  show(last);
}
