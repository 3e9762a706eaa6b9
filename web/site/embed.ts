import "posenc/embed.js";
import "posenc/figures.css";

/**
 * One figure alone, for pages that allow only frames. The fragment is that of the figure's link, and begins with its tag,
 * as in `embed.html#pe-heatmap?method=sinusoidal&dModel=512`.
 */

/** Strangers write fragments, so the length is limited: no figure has a longer name. */
const NAMED = /^#(pe-[a-z-]{1,30})(?:\?|$)/;

const main = document.querySelector("main");

/** Most letters of a wrong name that are repeated. */
const MOST = 30;

function show(): void {
  const asked = location.hash.slice(1);
  const [, name = asked === "" ? "pe-heatmap" : ""] = NAMED.exec(location.hash) ?? [];
  if (name === "") {
    const short = asked.length > MOST ? `${asked.slice(0, MOST)}…` : asked;
    main?.replaceChildren(
      `This address names no figure: “${short}”. It needs the figure’s tag, as in embed.html#pe-heatmap.`,
    );
    document.title = "No figure · posenc";
    return;
  }
  if (main?.firstElementChild?.localName === name) return; // the figure itself follows its link
  const figure = document.createElement(name);
  figure.append(`${name}: no figure has this name, or its script has not come yet.`);
  main?.replaceChildren(figure);
  document.title = `${name} · posenc`;
}

addEventListener("hashchange", show);
show();
