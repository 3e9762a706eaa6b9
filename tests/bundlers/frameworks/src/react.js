import "posenc/define";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Post } from "./post.jsx";

createRoot(document.querySelector("main")).render(createElement(Post));
