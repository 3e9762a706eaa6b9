/** The list of all names was one page once: a link to a name of it leads on to the page that explains the name. */
const follow = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const link = id === "" ? null : document.getElementById(id)?.querySelector<HTMLAnchorElement>("a[href]");
  if (link) location.replace(link.href);
};
addEventListener("hashchange", follow);
follow();
