/**
 * The height of a figure by its width, as data. The figure's own stylesheet is made from it, and `figures.css`, which
 * reserves the height until the figure is drawn.
 */

export interface Height {
  /** Least width of the figure for this height, in rem. Default: 0. */
  readonly from?: number;
  /** Width to height, such as `4 / 3`; or the height in em, font sizes of the figure. */
  readonly aspect?: readonly [width: number, height: number];
  readonly em?: number;
  /** In place of a height, for a figure that grows with its content: its least height, in em. */
  readonly least?: number;
}

/** By width, the narrowest first. */
export type Heights = readonly Height[];

export const USUAL_HEIGHTS: Heights = [
  { aspect: [1, 2] },
  { from: 20, aspect: [3, 4] },
  { from: 30, aspect: [4, 3] },
  { from: 44, aspect: [9, 4] },
];

/** `--pe-aspect` of the page comes before the figure's own height. */
function declarations({ aspect, em, least }: Height): string {
  if (least !== undefined) return `min-block-size: var(--_block-size, ${least}em);`;
  if (em === undefined) return `aspect-ratio: var(--pe-aspect, ${aspect?.join(" / ")}); block-size: auto;`;
  return `aspect-ratio: var(--pe-aspect, auto); block-size: var(--_block-size, ${em}em);`;
}

/** CSS rules that give the elements of a selector the height of a figure. */
export const heightRules = (heights: Heights, selector: string): string =>
  heights
    .map((height) => {
      const rule = `${selector} { ${declarations(height)} }`;
      return height.from === undefined ? rule : `@container (min-width: ${height.from}rem) { ${rule} }`;
    })
    .join("\n");
