import type { PageModule, Palette } from "./definition.ts";
import { refusal } from "./refusal.ts";

/** The names that `divergingPalette` takes. */
const PALETTES = ["blue-orange", "purple-green", "grey"] as const;

const made = new Map<string, Palette>();

/** The palette of a name; without a name, the default. */
export function paletteOf(
  { divergingPalette }: Pick<PageModule<unknown>, "divergingPalette">,
  given: string | null | undefined,
): Palette {
  const name = PALETTES.find((known) => known === (given ?? PALETTES[0]));
  if (name === undefined) throw refusal("palette", PALETTES.map((known) => `"${known}"`).join(" or "), given);
  const palette = made.get(name) ?? divergingPalette(name);
  made.set(name, palette);
  return palette;
}
