import "posenc/embed.js";
import "posenc/figures.css";
