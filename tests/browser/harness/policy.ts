/**
 * The strictest policy that a page may have with figures on it.
 * @param scripts - what `script-src` allows besides the page's own origin
 */
export const strictPolicy = (scripts = "'wasm-unsafe-eval'"): string =>
  `default-src 'none'; script-src 'self' ${scripts}; style-src 'self'; img-src 'self' data:; ` +
  "connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
