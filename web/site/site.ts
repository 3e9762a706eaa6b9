import "posenc/define";
import { fillAccuracy } from "./accuracy.ts";
import { repeatLinks } from "./repeat-links.ts";

repeatLinks();
void fillAccuracy();
