/**
 * Questions that a chapter opens with: the reader answers by a button before the text does, and the page shows both. The
 * answer keeps its room, so that nothing moves. Without scripts the buttons are text, and the answer stands there.
 */
export function askFirst(): void {
  for (const question of document.querySelectorAll<HTMLElement>(".guess")) {
    const said = question.querySelector(".said");
    const choices = [...question.querySelectorAll<HTMLButtonElement>(".choices button")];
    for (const choice of choices) {
      choice.setAttribute("aria-pressed", "false");
      choice.addEventListener("click", () => {
        for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
        if (said) said.textContent = `You said: ${choice.textContent}.`;
        question.classList.add("answered");
      });
    }
  }
}
