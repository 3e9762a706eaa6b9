/** Links to the article from before it had a page of its own, as `#clocks` or `#heatmap?dModel=8`, lead on to it. */
export function followOldLinks(): void {
  const follow = () => {
    const [, name = ""] = /^#([\w-]+)/.exec(location.hash) ?? [];
    const isHere = name === "" || name.startsWith("pe-") || document.getElementById(name) !== null;
    if (!isHere) location.replace(new URL(`article/${location.hash}`, document.baseURI));
  };
  addEventListener("hashchange", follow);
  follow();
}
