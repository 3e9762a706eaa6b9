/** Trusted Types, which TypeScript's library does not declare. */

interface Rules {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}

interface Factory {
  createPolicy<R extends Partial<Rules>>(name: string, rules: R): R;
}

/**
 * Makes a policy, which a page may do once for each name that its Content-Security-Policy lists. An engine without Trusted
 * Types gets the rules themselves: it takes plain texts.
 */
export const trusted = <R extends Partial<Rules>>(name: string, rules: R): R =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, rules) ?? rules;
