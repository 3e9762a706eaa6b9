/** Links to a model from before the atlas had a page of its own, as `?find=llama&model=llama#models`, lead on to it. */
const asked = new URLSearchParams(location.search);
if (location.hash === "#models" || asked.has("find") || asked.has("model"))
  location.replace(new URL(`../atlas/${location.search}`, document.baseURI));
