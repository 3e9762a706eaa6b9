/**
 * Keeps the files that a page offers to the reader, as the protocol of Firefox does not report downloads. Runs in the page
 * before its own scripts.
 */
export function keepFiles(): void {
  const files: Blob[] = [];
  Object.assign(globalThis, { files });
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob: Blob) => {
    files.push(blob);
    return createObjectURL.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = () => {};
}

/**
 * The file that the page makes next, in base64, which the protocol carries much faster than numbers; it runs {@link keepFiles}.
 * @param patience - how long to wait for it, ms
 */
export async function nextFile(patience: number): Promise<string> {
  const { files } = globalThis as unknown as { files: Blob[] };
  const deadline = Date.now() + patience;
  while (files.length === 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
  const blob = files.pop();
  if (!blob) throw new Error("no file was made");
  const reader = new FileReader();
  await new Promise((done) => {
    reader.onload = done;
    reader.readAsDataURL(blob);
  });
  return String(reader.result).replace(/^.*,/, "");
}
