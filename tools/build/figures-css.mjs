/** Makes figures.css from the definitions of the figures: it keeps space for each figure until its script has run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The rules of all figures: a box with a width that does not depend on the author's children. */
const common = (/** @type {string} */ tags) => `/*
 * Keeps the room of each figure until its script has run, so that nothing moves when it is drawn: the heights of the
 * elements' own stylesheets.
 */
:is(${tags}):not(:defined, [hidden]) {
  display: block;
  container-type: inline-size;
  contain-intrinsic-inline-size: min(44rem, 90vw);
  min-inline-size: 0;
  max-inline-size: 100%;
  overflow: hidden;
  &::before {
    content: "";
    float: inline-start;
    inline-size: 100%;
    margin-inline-end: -100%;
    font-size: var(--pe-font-size, max(0.875rem, 12px));
  }
  /* Children that are higher than the room are cut off, as they are while the figure waits. */
  &::after {
    content: "";
    display: flow-root;
    margin-block-start: -1000rem;
  }
  /* Without scripts the children stay, and on paper those of figures whose code did not come: they need no more room. */
  &::before,
  &::after {
    @media (scripting: none), print {
      display: none;
    }
  }
  & > img {
    max-inline-size: 100%;
    block-size: auto;
  }
}
`;

/** @param {string} folder of the package, with its bundled elements */
export async function writeFiguresCss(folder) {
  const elements = await import(pathToFileURL(join(folder, "elements.js")).href);
  /** @type {{ definition?: { tag: string }, room: string }[]} */
  const classes = Object.values(elements);
  const tags = classes.flatMap(({ definition }) => definition?.tag ?? []).join(", ");
  const rooms = classes.map(({ room }) => room).filter(Boolean);
  writeFileSync(join(folder, "figures.css"), [common(tags), ...rooms, ""].join("\n"));
}
