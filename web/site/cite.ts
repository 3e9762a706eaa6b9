/** The button that copies the entry for BibTeX. Without a clipboard the entry is selected. */
export function offerCitation(): void {
  const button = document.getElementById("cite");
  const entry = document.getElementById("bibtex");
  if (!button || !entry) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(entry.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(entry);
    }
  });
}
