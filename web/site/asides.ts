/** Asides: `<details>` of the article and the reference that open for links into them, and for paper. */

const asides = () => document.querySelectorAll<HTMLDetailsElement>("details.aside");

export function openAsides(): void {
  window.addEventListener("hashchange", openTarget);
  openTarget();
  const opened = new Set<HTMLDetailsElement>();
  window.addEventListener("beforeprint", () => {
    for (const aside of asides()) {
      if (aside.open) continue;
      opened.add(aside);
      aside.open = true;
    }
  });
  window.addEventListener("afterprint", () => {
    for (const aside of opened) aside.open = false;
    opened.clear();
  });
}

/** Opens the aside that the address leads to, and goes there. */
function openTarget(): void {
  const [, id = ""] = /^#([\w-]+)/.exec(location.hash) ?? [];
  const target = document.getElementById(id);
  const aside = target?.closest<HTMLDetailsElement>("details.aside");
  if (!target || !aside || aside.open) return;
  aside.open = true;
  target.scrollIntoView();
}
