/** Where the README's picture lies. */
export const PICTURE: string;

/** Draws it, as SVG. */
export function drawPicture(posenc: typeof import("posenc")): Promise<string>;
