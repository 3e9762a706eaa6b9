/** The figures' classes as they are once registered: their attributes, and the state that a new element has. */
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Property as Lit declares it
 * @property {string | boolean} [attribute]
 * @property {{ toAttribute?: (value: unknown) => unknown }} [converter]
 *
 * @typedef {{ name: string, attribute: string, default: string | undefined }} Attribute
 * @typedef {{ tagName: string, attributes: Attribute[] }} Registered
 */

/**
 * Stands for all that a figure asks of a page while it is made: in Node there is none, and the state of a new element
 * does not depend on it.
 * @type {unknown}
 */
const anything = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => "" : anything),
  set: () => true,
  apply: () => anything,
  construct: () => /** @type {object} */ (anything),
});

const PAGE = {
  HTMLElement: class {
    hasAttribute() {
      return false;
    }
  },
  CSSStyleSheet: class {},
  IntersectionObserver: anything,
  ResizeObserver: anything,
  document: anything,
  matchMedia: anything,
};

/**
 * What a script registers.
 * @param {string} script
 * @returns {Promise<Registered[]>}
 */
export async function registeredBy(script) {
  /** @type {Registered[]} */
  const found = [];
  const customElements = {
    get: () => undefined,
    define: (/** @type {string} */ tagName, /** @type {any} */ element) =>
      found.push({ tagName, attributes: attributesOf(element) }),
  };
  Object.assign(globalThis, PAGE, { customElements });
  try {
    await import(pathToFileURL(script).href);
  } finally {
    for (const name of [...Object.keys(PAGE), "customElements"]) Reflect.deleteProperty(globalThis, name);
  }
  return found;
}

/**
 * @param {{ new (): Record<string, unknown>, observedAttributes: string[], elementProperties: Map<string, Property> }} element
 * @returns {Attribute[]}
 */
function attributesOf(element) {
  void element.observedAttributes; // Lit makes its properties when the browser asks for this
  const made = new element();
  return [...element.elementProperties].flatMap(([name, { attribute = name.toLowerCase(), converter }]) => {
    if (typeof attribute !== "string") return [];
    const value = converter?.toAttribute === undefined ? made[name] : converter.toAttribute(made[name]);
    const isThere = value !== undefined && value !== null && value !== false;
    return [{ name, attribute, default: isThere ? String(value) : undefined }];
  });
}
