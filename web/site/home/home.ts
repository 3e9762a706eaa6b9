import "posenc/embed.js"; // the code of the two figures, and of no other
import "posenc/figures.css";
import { offerCopies } from "../copy-buttons.ts";
import { followOldLinks } from "./old-links.ts";

followOldLinks();
offerCopies("pre");
