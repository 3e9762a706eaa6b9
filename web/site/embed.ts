import "posenc/embed.js";
import "posenc/figures.css";

/**
 * One figure alone, for pages that allow only frames: the fragment is that of the figure's link, with its tag or any name
 * that begins with it, as in `embed.html#pe-heatmap?method=sinusoidal&dModel=512`.
 */

const main = document.querySelector("main");

function show(): void {
  const [, name = "pe-heatmap"] = /^#(pe-[a-z-]+)(?:\?|$)/.exec(location.hash) ?? [];
  if (main?.firstElementChild?.localName === name) return; // the figure itself follows its link
  const figure = document.createElement(name);
  figure.append(`${name}: a figure, which needs JavaScript and WebAssembly.`); // stays where the name is none of ours
  main?.replaceChildren(figure);
}

addEventListener("hashchange", show);
show();
