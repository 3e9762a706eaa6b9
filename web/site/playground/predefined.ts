/** `pe` for code that uses it and does not make it: the full package, loaded. */

const USES = /\bpe\s*\./;
const MAKES = /\b(?:const|let|var)\s+pe\b/;

/** On the first line of the code, so that errors name the right lines. */
const LOADED = 'import { load as loadPosenc } from "posenc/full"; const pe = await loadPosenc(); ';

export const withPe = (code: string): string =>
  USES.test(code) && !MAKES.test(code) ? `${LOADED}${code}` : code;
