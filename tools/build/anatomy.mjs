/** The parts, variables, events and members of all figures, for the manifest, which editors and the reference read. */

/** Parts of every figure, for `::part(…)`. */
export const PARTS = {
  figure: "The drawing with its controls.",
  plot: "The drawing.",
  controls: "Sliders, choices and buttons.",
  control: "A slider, a choice or a field, with its label.",
  panel: "The panel that a button of the figure opens: a table of values, or the menu of Share.",
  note: "The line that reports a value that was adjusted or cannot be used.",
  fallback: "The element's children, until the figure is drawn.",
  failure: "Why the figure could not be loaded, with a button to try again.",
};

/** Parts of some figures. */
export const SOME_PARTS = {
  value: "The value of a slider.",
  readout: "The values at the pointer or the cursor, in words.",
  number: "A number that the figure states.",
  table: "A table that belongs to the figure itself.",
  position: "The number of a row, on the column of positions.",
  frequency: "The number of a column, on the row of frequencies.",
  train: "The button that trains.",
};

export const VARIABLES = {
  "--pe-accent":
    "Colour of marks, cursors and chosen controls. Default: a blue as light as the text asks for.",
  "--pe-ink":
    "Colour of the weights of attention, and of values from layers without an encoding. Default: a violet as light as the text asks for.",
  "--pe-position": "Colour of positions. Default: an orange as light as the text asks for.",
  "--pe-font-size": "Size of all text in the figure. Default: 0.875rem.",
  "--pe-aspect":
    "Width to height of plot and controls together, such as `16 / 9`. Default: the figure's own, which depends on its width.",
};

export const EVENTS = {
  "pe-ready": "Fires when the figure is drawn for the first time. It bubbles, and its `detail` is the state.",
  "pe-change": "Fires when another state is drawn. It bubbles, and its `detail` is the state.",
};

export const CHILDREN = "Shown until the figure is drawn, without scripts, and in feeds.";

/** Attributes that are not part of the state, and not of links. */
export const ATTRIBUTES = {
  palette: "The colours of values from −1 to 1: `blue-orange`, `purple-green` or `grey`. Default: the first.",
  controls: "`none` hides sliders, choices and buttons.",
};

/** @type {Record<string, import("../../web/elements/definition/definition.ts").MemberDoc>} */
export const MEMBERS = {
  cursor: { type: "Cell | undefined", doc: "The cell that is read out: its `row` and `column`." },
  state: { type: "object", doc: "The values of all attributes that are the figure's state." },
  link: { type: "string", doc: "The address of the page, with the figure's state as its fragment." },
  tag: { type: "string", doc: "The tag that makes this figure elsewhere." },
  module: {
    type: "Posenc | Light | undefined",
    doc: "The functions that the figure computes with, once they are loaded.",
  },
  toBlob: {
    type: '(type?: "png" | "svg") => Promise<Blob>',
    doc: 'The picture as a file. Default: `"png"`.',
  },
  array: { type: "() => NamedArray", doc: "The numbers of the picture as one matrix with names." },
};

/** The encoding, in figures that show one. */
export const ENCODING = {
  type: "ResolvedSpec",
  doc: "The encoding that is shown, as the functions of the module take it.",
};
