import type { RaceElement } from "posenc/elements";
import { node } from "../nodes.ts";
import { offerGuess } from "./guess.ts";

type Race = InstanceType<typeof RaceElement>;

/** Questions as buttons: one press sets the figure to a question and trains. The figure's sentence then says what came out. */
export async function offerStories(): Promise<void> {
  const stories = document.querySelector<HTMLElement>("#stories");
  const race = document.querySelector<Race>("pe-race");
  if (!stories || !race) return;
  stories.hidden = false;
  await customElements.whenDefined("pe-race");
  const questions = [...stories.querySelectorAll<HTMLButtonElement>("[data-encodings]")];
  const ask = ({ dataset: { encodings = "", stretch = "none" } }: HTMLElement) => {
    if (isAsked(race, { dataset: { encodings, stretch } })) race.train();
    else {
      race.addEventListener("pe-change", () => race.train(), { once: true });
      Object.assign(race, { encodings, stretch });
    }
    race.scrollIntoView({ block: "nearest" });
  };
  for (const question of questions) question.addEventListener("click", () => ask(question));
  const mark = () => {
    for (const question of questions) question.setAttribute("aria-pressed", String(isAsked(race, question)));
  };
  race.addEventListener("pe-change", mark);
  mark();
  offerGuess(race, nextOf(race, questions, ask));
  keepAddress(race);
  offerWholeScreen();
}

const isAsked = (race: Race, { dataset }: Pick<HTMLElement, "dataset">): boolean =>
  race.encodings === dataset.encodings && race.stretch === dataset.stretch;

/** The question after the one that the race answers, as a button behind its answer. */
function nextOf(
  race: Race,
  questions: readonly HTMLElement[],
  ask: (question: HTMLElement) => void,
): HTMLElement {
  const button = node("button", { type: "button" });
  const following = () => {
    const present = questions.findIndex(({ dataset }) => dataset.encodings === race.encodings);
    return questions[(present + 1) % questions.length];
  };
  const show = () => {
    button.textContent = `Next: ${following()?.textContent}`;
  };
  button.addEventListener("click", () => {
    const next = following();
    if (next) ask(next);
  });
  race.addEventListener("pe-change", show);
  show();
  return button;
}

/** Keeps every setting in the page's address, so that it can be sent to somebody. */
function keepAddress(race: Race): void {
  let kept = race.link;
  race.addEventListener("pe-change", () => {
    const { link } = race;
    if (link === kept) return;
    kept = link;
    history.replaceState(null, "", link);
  });
}

/** The race alone on the whole screen, for a room. */
function offerWholeScreen(): void {
  const stage = document.querySelector<HTMLElement>("#stage");
  const button = document.querySelector<HTMLButtonElement>("#whole");
  if (!stage || !button) return;
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    // A browser may refuse; the page is as good as before then.
    stage.requestFullscreen().catch(() => {
      button.hidden = true;
    });
  });
}
