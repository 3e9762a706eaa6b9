import { load as loadAttention } from "../../../src/entries/attention.ts";
import { lightModule } from "./light-module.ts";

/** The module of the sinusoidal encoding, and the module with attention beside it. */
export async function loadSmall() {
  const [light, attention] = await Promise.all([lightModule.load(), loadAttention()]);
  return { ...light, ...attention };
}
