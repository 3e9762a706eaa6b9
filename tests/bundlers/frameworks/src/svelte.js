import "posenc/define";
import { mount } from "svelte";
import Post from "./Post.svelte";

mount(Post, { target: document.querySelector("main") });
