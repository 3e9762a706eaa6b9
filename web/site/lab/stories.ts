import type { RaceElement } from "posenc/elements";

/** Questions as buttons: one press sets the figure to a question and trains. The figure's sentence then says what came out. */
export function offerStories(): void {
  const stories = document.querySelector<HTMLElement>("#stories");
  const race = document.querySelector<InstanceType<typeof RaceElement>>("pe-race");
  if (!stories || !race) return;
  stories.hidden = false;
  for (const button of stories.querySelectorAll("button"))
    button.addEventListener("click", async () => {
      await customElements.whenDefined("pe-race");
      const { encodings = "", stretch = "none" } = button.dataset;
      const isThere = race.encodings === encodings && race.stretch === stretch;
      if (isThere) race.train();
      else {
        race.addEventListener("pe-change", () => race.train(), { once: true });
        Object.assign(race, { task: "reverse", encodings, stretch });
      }
      race.scrollIntoView({ block: "start" });
    });
}
