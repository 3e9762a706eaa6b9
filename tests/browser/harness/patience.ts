/**
 * How long a test waits for anything, ms: more than ten times what it takes on a machine that does nothing else. Who
 * waits for a condition never waits that long, and a busy machine fails no test.
 */
export const PATIENCE = 300_000;
