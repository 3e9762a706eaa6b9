/**
 * The longest time that a test waits for anything, in ms: more than ten times what it takes on an idle machine. Waiting ends
 * with its condition, so no test takes this long, and none fails on a busy machine.
 */
export const PATIENCE = 300_000;
