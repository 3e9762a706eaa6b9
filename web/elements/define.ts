/** Registers all figures. */
import { defineElement } from "./figure/define-element.ts";
import * as elements from "./index.ts";

for (const element of Object.values(elements)) {
  if ("definition" in element) defineElement(element.definition.tag, element as CustomElementConstructor);
}
