/** A button beside each piece of code that copies it. It lies over the corner of the code, so that nothing moves. */
export function offerCopies(selector: string): void {
  for (const code of document.querySelectorAll<HTMLElement>(selector)) {
    const place = document.createElement("div");
    place.className = "copied";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(code, button));
    code.replaceWith(place);
    place.append(code, button);
  }
}

/** Without a clipboard the code is selected, for the reader to copy. */
async function copy(code: HTMLElement, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent?.trim() ?? "");
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}
