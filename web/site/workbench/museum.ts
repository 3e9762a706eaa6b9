import { type MuseumPiece, museum } from "posenc/diagnose";
import { node } from "../nodes.ts";
import type { Answer } from "./job.ts";
import { PiecePicture } from "./piece-picture.ts";
import { differenceOf } from "./piece-values.ts";
import { WorkbenchWorker } from "./start-worker.ts";

/** The museum: each piece is drawn and named once a reader comes near it. */

interface Shown {
  readonly index: number;
  readonly piece: MuseumPiece;
  readonly picture: HTMLElement;
  readonly named: HTMLElement;
}

const list = document.getElementById("pieces");
const waiting: Shown[] = [];
let current: Shown | undefined;

const worker = new WorkbenchWorker((answer: Answer) => {
  if (answer.is === "progress" || current === undefined) return;
  name(current, answer);
  current = undefined;
  next();
});

/** The worker names one piece after the other. */
function next(): void {
  if (current !== undefined) return;
  current = waiting.shift();
  if (current !== undefined) worker.ask({ task: "piece", piece: current.index });
}

function name({ named, piece }: Shown, answer: Answer): void {
  if (answer.is !== "result" || answer.result.kind !== "numbers") {
    named.textContent = answer.is === "fault" ? answer.sentence : "";
    return;
  }
  const { verdict, findings } = answer.result.diagnosis;
  const found = findings.map((finding) => finding.name);
  named.dataset.finding = found.join(" ");
  named.replaceChildren(
    node("span", { class: "mark", "aria-hidden": true }, found.includes(piece.finding) ? "≠" : "?"),
    " ",
    node("strong", {}, found.map((each) => each.replaceAll("-", " ")).join(", ") || "nothing"),
    `: ${verdict}`,
  );
}

/** `owner/repository#number`, or a repository. */
function linkOf(thread: string): HTMLElement {
  const [repository = "", number] = thread.split("#");
  const href = `https://github.com/${repository}${number === undefined ? "" : `/issues/${number}`}`;
  return node("a", { href, rel: "noreferrer" }, thread);
}

function show(piece: MuseumPiece, index: number): Shown {
  const picture = node("div", { class: "picture" });
  const named = node("p", { class: "named other" }, "Looking …");
  const json = node("a", { href: `./#museum?piece=${index}` }, "Open it in the workbench");
  list?.append(
    node(
      "li",
      { id: `piece-${index}` },
      node("h3", {}, piece.title),
      node("p", {}, piece.symptom, ". ", linkOf(piece.thread)),
      picture,
      named,
      node("p", { class: "from" }, json),
    ),
  );
  return { index, piece, picture, named };
}

const pieces = museum.map(show);
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const shown = pieces.find(({ picture }) => picture === target);
      if (shown === undefined) continue;
      new PiecePicture(shown.picture).show(differenceOf(shown.piece));
      waiting.push(shown);
      next();
    }
  },
  { rootMargin: "400px" },
);
for (const { picture } of pieces) near.observe(picture);
