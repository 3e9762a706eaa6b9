import { followReader, openAsides } from "../contents.ts";
import { offerCopies } from "../copy-buttons.ts";
import { offerSearch } from "./search/search-field.ts";

followReader();
offerCopies("main pre:not(.signature, .formula)");
offerSearch();
openAsides();
