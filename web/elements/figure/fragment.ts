/**
 * A figure's state in the fragment of a link:
 *
 *   #pe-heatmap?version=1&method=sinusoidal&dModel=512&base=10000&layout=interleaved&…&positions=0+20
 *
 * The name before the question mark is the figure's id, or its tag if it has none. Strangers write fragments, so the
 * length is limited, and the caller decides which attributes are accepted.
 */

/** Length of the longest fragment that is read, in characters; ours have about 250. */
const LONGEST = 4096;

export interface FragmentState {
  /** The fields of the encoding and all other parameters, as text for `readSpec`. */
  readonly spec: string;
  /** The figure's own attributes. */
  readonly view: ReadonlyMap<string, string>;
}

const nameOf = (element: Element): string => element.id || element.localName;

/** The fragment, without `#`, of an element with its present attributes. Throws if it is too long to be read back. */
export function writeFragment(element: Element, spec: string, attributes: readonly string[]): string {
  const parameters = new URLSearchParams(spec);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    if (value !== null) parameters.set(name, value);
  }
  const fragment = `${nameOf(element)}?${parameters}`;
  if (fragment.length >= LONGEST) {
    throw new RangeError(
      `This figure's link needs ${fragment.length} characters; the limit is ${LONGEST}. Shorten its texts.`,
    );
  }
  return fragment;
}

/** Parses the fragment; undefined if it addresses another element. Throws if it is too long. */
export function readFragment(
  element: Element,
  hash: string,
  accepts: (attribute: string, text: string) => boolean,
): FragmentState | undefined {
  const start = `#${nameOf(element)}?`;
  if (!hash.startsWith(start)) return undefined;
  if (hash.length > LONGEST) {
    throw new RangeError(`It has ${hash.length} characters; the limit is ${LONGEST}.`);
  }
  const spec = new URLSearchParams();
  const view = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(hash.slice(start.length))) {
    if (accepts(name, value)) view.set(name, value);
    else spec.append(name, value);
  }
  return { spec: spec.toString(), view };
}
