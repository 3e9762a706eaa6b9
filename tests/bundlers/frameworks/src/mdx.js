import { createElement } from "react";
import { createRoot } from "react-dom/client";
import Post from "./post.mdx";

createRoot(document.querySelector("main")).render(createElement(Post));
