/**
 * Lets a link that sets a figure work a second time. The browser reports only changes of the fragment; a reader who
 * has moved the figure since wants the link's picture again.
 */
export function repeatLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash.includes("?") && link.hash === location.hash) {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    }
  });
}
