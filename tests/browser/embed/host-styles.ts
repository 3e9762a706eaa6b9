/**
 * Stylesheets that imitate what makers of Markdown pages ship: resets, prose styles, and rules that reach for everything.
 * All of them would move labels and controls of a figure that inherits text styles from its page.
 */
export const HOST_STYLES: Readonly<Record<string, string>> = {
  "a reset and prose, as utility classes have them": `
    *, ::before, ::after { box-sizing: border-box; border: 0 solid; margin: 0; padding: 0; }
    html { line-height: 1.5; -webkit-text-size-adjust: 100%; tab-size: 4; }
    button, input, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; background: transparent; }
    img, svg, video, canvas { display: block; vertical-align: middle; }
    img, video { max-width: 100%; height: auto; }
    table { text-indent: 0; border-collapse: collapse; }
    .content { font-size: 1.25rem; line-height: 1.8; color: #374151; }
    .content > * + * { margin-block-start: 1.25em; }
    .content p { text-wrap: pretty; }`,
  "a blog's theme of static pages": `
    body { font-weight: 300; font-size: 17px; line-height: 1.75; word-wrap: break-word; }
    .content { text-align: justify; hyphens: auto; letter-spacing: 0.02em; }
    .content svg { margin: 1rem auto; fill: red; max-width: 50%; }
    .content button, .content input, .content select { all: unset; }
    .content table { display: block; overflow: auto; width: max-content; }
    p { margin-bottom: 15px; }`,
  "documentation with its own prose": `
    .content { font-size: 16px; line-height: 28px; -webkit-font-smoothing: antialiased; overflow-wrap: break-word; }
    .content :not(pre) > code { padding: 3px 6px; }
    .content p, .content li, .content div { margin: 16px 0; line-height: 28px; }
    .content table { display: block; margin: 20px 0; }
    .content tr { border-top: 1px solid; } .content th, .content td { border: 1px solid; padding: 8px 16px; }
    .content label { display: block; font-weight: bold; text-transform: uppercase; }`,
  "rules that reach for everything": `
    .content { font: italic 800 small-caps 20px/2 serif; letter-spacing: 0.2em; word-spacing: 1em; text-align: justify;
      text-indent: 3em; text-transform: uppercase; text-shadow: 2px 2px red; white-space: pre; word-break: break-all;
      tab-size: 2; cursor: none; quotes: none; border-spacing: 9px; list-style: none; }
    .content * { text-decoration: underline; }`,
  "a page from right to left": ".content { direction: rtl; text-align: right; }",
};
