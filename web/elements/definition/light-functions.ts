/** The functions of the sinusoidal encoding, in a file that comes when a figure needs it. */
export { load } from "../../../src/entries/index.ts";
