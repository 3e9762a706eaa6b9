// @ts-check
/**
 * Light or dark, as the reader chose on any page of the site; otherwise as the system says. A classic script in the head: it
 * runs before the first paint, so that a page never shows the other colours first. Pages with a strict policy allow it,
 * because it is a file.
 */
(() => {
  const NAME = "posenc-theme";
  const root = document.documentElement;

  /** @returns {string} "light", "dark", or "" */
  function kept() {
    try {
      const theme = localStorage.getItem(NAME);
      return theme === "light" || theme === "dark" ? theme : "";
    } catch {
      return ""; // storage may be refused; the choice then lasts as long as the page
    }
  }

  /** @param {string} theme */
  function keep(theme) {
    try {
      if (theme === "") localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, theme);
    } catch {
      // as above
    }
  }

  /** @param {string} theme */
  function show(theme) {
    if (theme === "") delete root.dataset.theme;
    else root.dataset.theme = theme;
    const figures = [...document.querySelectorAll("*")].filter(({ localName }) =>
      localName.startsWith("pe-"),
    );
    // Figures paint with the colours that they find, and hear of a change of the system only.
    for (const figure of figures) /** @type {any} */ (figure).requestUpdate?.("size", null);
  }

  show(kept());
  addEventListener("storage", ({ key }) => {
    if (key === NAME) show(kept());
  });
  addEventListener("DOMContentLoaded", () => {
    const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
    if (!choice) return;
    choice.value = root.dataset.theme ?? "";
    choice.addEventListener("change", () => {
      keep(choice.value);
      show(choice.value);
    });
  });
})();
