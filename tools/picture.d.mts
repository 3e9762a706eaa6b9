/** The path of the README's picture. */
export const PICTURE: string;

/** Draws it, as SVG. */
export function drawPicture(posenc: typeof import("posenc")): Promise<string>;
