import "posenc/define";
import "posenc/figures.css";
import { fillAccuracy } from "./accuracy.ts";
import { followReader } from "./contents.ts";
import { lightTerms } from "./formula-terms.ts";
import { startNumbers } from "./numbers/number.ts";
import { keepValues } from "./numbers/value.ts";
import { repeatLinks } from "./repeat-links.ts";

repeatLinks();
followReader();
lightTerms();
startNumbers();
void keepValues();
void fillAccuracy();
