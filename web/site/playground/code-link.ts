/** Code in the fragment of a link: `#code=` and the text, deflated, in base64url. */

const NAME = "#code=";

/** Most characters of code that a link opens, so that a stranger's link cannot fill the memory. */
const LONGEST = 100_000;

/** The fragment that {@link readCode} reads. */
export async function writeCode(code: string): Promise<string> {
  const bytes = await bytesThrough(new TextEncoder().encode(code), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return NAME + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The code in a fragment; `undefined` if there is none or it cannot be read. */
export async function readCode(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(NAME) || fragment.length > LONGEST) return undefined;
  try {
    const text = atob(fragment.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const code = await bytesThrough(bytes, new DecompressionStream("deflate-raw"), LONGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(code);
  } catch {
    return undefined; // incomplete, or written by hand
  }
}

/** Throws if more than `most` bytes come out. */
async function bytesThrough(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) throw new RangeError("too long");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
