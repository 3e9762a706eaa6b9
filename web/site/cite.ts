/** The button that copies the entry for BibTeX. Without a clipboard the entry is shown and selected. */
export function offerCitation(): void {
  const button = document.getElementById("cite");
  const entry = document.getElementById("bibtex");
  if (!button || !entry) return;
  button.hidden = false;
  entry.hidden = true;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(entry.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      entry.hidden = false;
      getSelection()?.selectAllChildren(entry);
    }
  });
}
