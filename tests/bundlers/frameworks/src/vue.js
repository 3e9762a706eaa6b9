import "posenc/define";
import { createApp } from "vue";
import Post from "./WavesPost.vue";

createApp(Post).mount("main");
