import type { RaceElement, RepeatElement } from "posenc/elements";
import "posenc/embed.js"; // the code of the figures that the article has, and of no other
import "posenc/figures.css";
import { fillAccuracy } from "./accuracy.ts";
import { openAsides } from "./asides.ts";
import { stepByHand } from "./by-hand.ts";
import { offerCitation } from "./cite.ts";
import { followReader } from "./contents.ts";
import { lightTerms } from "./formula-terms.ts";
import { askFirst } from "./guess.ts";
import { keepSentence } from "./keep-sentence.ts";
import { startNumbers } from "./numbers/number.ts";
import { keepValues } from "./numbers/value.ts";
import { repeatLinks } from "./repeat-links.ts";
import { startWorker } from "./workers.ts";

void customElements.whenDefined("pe-repeat").then((element) => {
  (element as unknown as typeof RepeatElement).startWorker = () => startWorker("repeat");
});
for (const tag of ["pe-race", "pe-thread"])
  void customElements.whenDefined(tag).then((element) => {
    (element as unknown as typeof RaceElement).startWorker = () => startWorker("race");
  });
repeatLinks();
followReader();
openAsides();
stepByHand();
askFirst();
keepSentence();
offerCitation();
lightTerms();
startNumbers();
void keepValues();
void fillAccuracy();
