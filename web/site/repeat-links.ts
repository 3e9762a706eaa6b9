/**
 * Makes a link that sets a figure work a second time. The browser reports only changes of the fragment, and the reader may
 * have changed the figure since the first time.
 */
export function repeatLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash.includes("?") && link.hash === location.hash) {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    }
  });
}
