/** The lab: `<pe-race>` with a worker for each model. */
import type { RaceElement } from "posenc/elements";
import { node } from "../nodes.ts";
import "posenc/embed.js";
import "posenc/figures.css";
import { startWorker } from "../workers.ts";

/** The reader's guess, and what came of it when the models are trained. */

type Race = InstanceType<typeof RaceElement>;

/** The name of the guess in the address. */
const GUESS = "guess";
/** Milliseconds between two looks at the race. */
const EVERY = 250;

const percent = (share: number): string => `${Math.round(100 * share)}\u202f%`;

/** Offers the encodings of the race as answers, and says what became of the chosen one. */
function offerGuess(race: Race, next: HTMLElement): void {
  const row = document.querySelector<HTMLElement>("#guess");
  const said = document.querySelector<HTMLElement>("#guessed");
  if (!row || !said) return;
  let guess = new URLSearchParams(location.search).get(GUESS);
  const words = node("span");
  said.append(words, " ", next);
  const say = () => {
    words.textContent = race.isFinished ? sentence(race.results, guess) : "";
    next.hidden = !race.isFinished;
  };
  const choose = (encoding: string) => {
    guess = encoding;
    const address = new URL(location.href);
    address.searchParams.set(GUESS, encoding);
    history.replaceState(null, "", address);
    show();
  };
  let shown = "";
  const show = () => {
    const { results } = race;
    if (results.length === 0) return;
    row.hidden = results.length < 2;
    const now = JSON.stringify([guess, results.map(({ encoding }) => encoding)]);
    if (now !== shown) {
      for (const pill of row.querySelectorAll("button")) pill.remove();
      row.append(...results.map((each) => pill(each, guess, choose)));
      shown = now;
    }
    say();
  };
  setInterval(show, EVERY); // a race has no event for its end
}

function pill(
  { encoding, name }: Race["results"][number],
  guess: string | null,
  choose: (encoding: string) => void,
): HTMLButtonElement {
  const isChosen = encoding === guess;
  const button = node("button", { type: "button", "aria-pressed": String(isChosen) }, name);
  button.addEventListener("click", () => {
    choose(encoding);
    document.querySelector<HTMLElement>("#guess [aria-pressed=true]")?.focus();
  });
  return button;
}

/** What came of the guess at the longest length. */
function sentence(results: Race["results"], guess: string | null): string {
  const far = results
    .map(({ encoding, name, scores }) => ({ encoding, name, share: scores.at(-1) ?? Number.NaN }))
    .filter(({ share }) => !Number.isNaN(share))
    .sort((a, b) => b.share - a.share);
  const [best] = far;
  const own = far.find(({ encoding }) => encoding === guess);
  if (!best || !own || far.length < 2) return "";
  if (percent(own.share) === percent(best.share)) return `You said ${own.name}, and you were right.`;
  return `You said ${own.name}: it gets ${percent(own.share)}, and ${best.name} gets ${percent(best.share)}.`;
}

/** Questions as buttons: one press sets the figure to a question and trains. The figure's sentence then says what came out. */
async function offerStories(): Promise<void> {
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

void customElements.whenDefined("pe-race").then((element) => {
  (element as unknown as typeof RaceElement).startWorker = () => startWorker("race");
});
void offerStories();
