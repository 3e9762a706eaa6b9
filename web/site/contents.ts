/** Marks the chapter that is being read in the table of contents. */
export function followReader(): void {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".contents a[href^='#']")) {
    const chapter = document.querySelector(link.hash)?.closest("section");
    if (chapter) links.set(chapter, link);
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = links.get(target);
        if (isIntersecting) link?.setAttribute("aria-current", "true");
        else link?.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-40% 0px -60%" }, // a line at 40 % of the screen's height, so that one chapter is marked at a time
  );
  for (const chapter of links.keys()) observer.observe(chapter);
}

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
