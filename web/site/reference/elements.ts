import "posenc/embed.js";
