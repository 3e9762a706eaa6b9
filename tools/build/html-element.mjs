/** The class that Lit extends. Node has none, and importing the figures there must not fail. */
export default globalThis.HTMLElement ?? class {};
