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
