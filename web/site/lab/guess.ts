import type { RaceElement } from "posenc/elements";
import { node } from "../nodes.ts";

/** The reader's guess, and what came of it when the models are trained. */

type Race = InstanceType<typeof RaceElement>;

/** The name of the guess in the address. */
const GUESS = "guess";
/** Milliseconds between two looks at the race. */
const EVERY = 250;

const percent = (share: number): string => `${Math.round(100 * share)}\u202f%`;

/** Offers the encodings of the race as answers, and says what became of the chosen one. */
export function offerGuess(race: Race, next: HTMLElement): void {
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
