/** The functions of attention, in a file that comes when a figure needs it. */
export { load } from "../../../src/entries/attention.ts";
