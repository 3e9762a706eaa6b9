/**
 * The height of a figure by its width, as data: the figure's own stylesheet, and `figures.css`, which keeps the room until
 * the figure is drawn, are made from it.
 */

export interface Height {
  /** The least width of the figure that has it, in rem. Default: 0. */
  readonly from?: number;
  /** Width to height, such as `4 / 3`; or the height in the figure's own font size, in em. */
  readonly aspect?: readonly [width: number, height: number];
  readonly em?: number;
  /** In place of a height, in em: the least of a figure that grows with its content. */
  readonly least?: number;
}

/** From the narrowest to the widest. */
export type Heights = readonly Height[];

export const USUAL_HEIGHTS: Heights = [
  { aspect: [1, 2] },
  { from: 30, aspect: [1, 1] },
  { from: 44, aspect: [4, 3] },
];

/** `--pe-aspect` of the page comes before the figure's own height. */
function declarations({ aspect, em, least }: Height): string {
  if (least !== undefined) return `min-block-size: ${least}em;`;
  if (em === undefined) return `aspect-ratio: var(--pe-aspect, ${aspect?.join(" / ")}); block-size: auto;`;
  return `aspect-ratio: var(--pe-aspect, auto); block-size: var(--_block-size, ${em}em);`;
}

/** CSS rules that give what a selector names the height of a figure. */
export const heightRules = (heights: Heights, selector: string): string =>
  heights
    .map((height) => {
      const rule = `${selector} { ${declarations(height)} }`;
      return height.from === undefined ? rule : `@container (min-width: ${height.from}rem) { ${rule} }`;
    })
    .join("\n");
