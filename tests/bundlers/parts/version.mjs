import { version } from "posenc";

console.log(version);
