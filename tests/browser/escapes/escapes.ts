/**
 * Texts of strangers that try to run in a page's origin. `RUN` stands for a script that asks the page's server for the
 * address of the escape, and `ADDRESS` for that address: a request for it means that the escape succeeded.
 */
export interface Escape {
  readonly name: string;
  readonly text: string;
  /** It leaves the page or changes all that follows, so it has a page or a run of its own. */
  readonly isAlone?: true;
}

const FIGURE = 'figure: "pe-waves", controls: "none"';

/** Attributes that a stranger's code gives to a figure of the page, as lines of JavaScript. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  "handler that needs no click":
    'style: "content-visibility: auto", oncontentvisibilityautostatechange: "RUN"',
  "handler of a click": 'onclick: "RUN"',
  "handler in capitals": 'ONCLICK: "RUN"',
  "handler of the focus": 'tabindex: "0", autofocus: "", onfocus: "RUN"',
  "handler of an animation": 'style: "animation: spin 1ms infinite", onanimationstart: "RUN"',
  "handler of a transition": 'style: "transition: all 1ms", ontransitionrun: "RUN"',
  "handler of the pointer": 'onpointerover: "RUN", onmouseover: "RUN"',
  "handler of a popover": 'popover: "auto", onbeforetoggle: "RUN", ontoggle: "RUN"',
  "handlers of loading": 'onload: "RUN", onerror: "RUN"',
  "handler of a scroll": 'style: "overflow: scroll", onscroll: "RUN", onscrollsnapchange: "RUN"',
  "picture of a style": 'style: "background-image: url(ADDRESS)"',
  "style over the whole page": 'style: "position: fixed; inset: 0; z-index: 9"',
  "addresses of frames and pictures": 'src: "ADDRESS", srcdoc: "<script>RUN</script>", data: "ADDRESS"',
  "addresses of links": 'href: "javascript:RUN", "xlink:href": "javascript:RUN"',
  "addresses of forms": 'action: "javascript:RUN", formaction: "javascript:RUN"',
  "name of an element of the page": 'id: "status", name: "output", form: "code", class: "failure"',
  "place in a shadow root": 'slot: "x", part: "x", exportparts: "x", is: "x-y"',
  "attribute with other signs": '"onclick ": "RUN", "on\\tclick": "RUN", "x onclick": "RUN"',
  prototype: '["__proto__"]: "x", constructor: "x", prototype: "x"',
};

/** Names of figures that are not figures. */
const NAMES = [
  "script",
  "iframe",
  "img",
  "pe-waves onerror=RUN",
  "pe-waves\\0",
  "PE-WAVES",
  "svg:script",
  "annotation-xml",
  "constructor",
  "__proto__",
];

/** Messages that do not come from `show`, as its arguments. */
const MESSAGES: Readonly<Record<string, string>> = {
  "handler in a message": '{ kind: "figure", figure: "pe-waves", attributes: [["onclick", "RUN"]] }',
  "attribute that is not a text":
    '{ kind: "figure", figure: "pe-waves", attributes: [["onclick", { toString: 1 }], "onclick"] }',
  "attributes without an end":
    '{ kind: "figure", figure: "pe-waves", attributes: Array(1e5).fill(["title", "x"]) }',
  "markup in a text": '{ kind: "text", text: "<img src=x onerror=RUN>" }',
  "markup in a label":
    '{ kind: "array", type: "<img src=x onerror=RUN>", length: 1, label: "<svg onload=RUN>", values: new Float32Array(4), columns: 2 }',
  "other kinds": '{ kind: "__proto__", text: "x" }',
  "message of another run": '{ kind: "figure", figure: "pe-waves", attributes: [], run: -1 }',
  "no message": "null",
};

/** What code in the sandbox may call to reach the page or the network, as JavaScript. */
const CALLS: Readonly<Record<string, string>> = {
  "fetch()": "await RUN",
  XMLHttpRequest: 'const r = new XMLHttpRequest(); r.open("GET", "ADDRESS"); r.send()',
  "sendBeacon()": 'navigator.sendBeacon("ADDRESS")',
  EventSource: 'new EventSource("ADDRESS")',
  WebSocket: 'new WebSocket("ADDRESS".replace("http", "ws"))',
  "import() of an address": 'await import("ADDRESS")',
  "import() of a data address": 'await import("data:text/javascript,RUN")',
  "importScripts()": 'importScripts("ADDRESS")',
  "worker of a data address": 'new Worker("data:text/javascript,RUN")',
  "worker of a worker": 'new Worker(URL.createObjectURL(new Blob(["RUN"])))',
  "shared worker": 'new SharedWorker("ADDRESS")',
  "service worker": 'await navigator.serviceWorker.register("ADDRESS")',
  "Function()": 'globalThis["constructor"].constructor("RUN")()',
  "eval()": '(0, eval)("RUN")',
  "setTimeout() of a text": 'setTimeout("RUN")',
  "parent and top": 'parent.location = "javascript:RUN"; top.document.body.onclick = "RUN"',
  "location of the worker": 'location = "ADDRESS"; location.href = "ADDRESS"',
  "open()": 'open("ADDRESS")',
  BroadcastChannel:
    'new BroadcastChannel("x").postMessage({ kind: "figure", figure: "pe-waves", attributes: [["onclick", "RUN"]] })',
  "text of an attribute": `show({ ${FIGURE}, title: '"><img src=x onerror=RUN>' })`,
  "picture of an array":
    "class Text extends Float32Array { get length() { return 1e12; } } show(new Text(4), { columns: 2 })",
};

/** Code that ends its run, or replaces globals of the sandbox. */
const ENDS: Readonly<Record<string, string>> = {
  "entry outside of the package": 'await import("posenc/../../x")',
  "markup in an error": 'throw new Error("<img src=x onerror=RUN>")',
  "markup in a fault":
    'postMessage({ kind: "failed", text: "<img src=x onerror=RUN>", line: "<svg onload=RUN>" })',
  "Object.prototype": `Object.prototype.onclick = "RUN"; Object.prototype.style = "background: url(ADDRESS)"; show({ ${FIGURE} })`,
  "Array.prototype":
    'Array.prototype.toJSON = () => "RUN"; Array.prototype[Symbol.iterator] = null; postMessage([])',
  "postMessage()": `const post = postMessage; globalThis.postMessage = (message) => post({ ...message, attributes: [["onclick", "RUN"]] }); show({ ${FIGURE} })`,
  "String()": `globalThis.String = () => "RUN"; show({ ${FIGURE}, title: "x" })`,
  "names of the page":
    'Object.assign(globalThis, { run: () => RUN, hear: () => RUN, samples: [], output: "RUN" }); show(run)',
  "end of the script": 'show("</script><script>RUN</script>"); show(`<!--<script>`)',
};

const listed = (texts: Readonly<Record<string, string>>, textOf: (text: string) => string): Escape[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text: textOf(text) }));

/** Code that a link brings into the playground, and a reader runs. */
export const CODE: readonly Escape[] = [
  ...listed(ATTRIBUTES, (text) => `show({ ${FIGURE}, ${text} });`),
  ...NAMES.map((name) => ({ name, text: `show({ figure: "${name}", src: "ADDRESS", onerror: "RUN" });` })),
  ...listed(MESSAGES, (text) => `postMessage(${text});`),
  ...listed(CALLS, (text) => `${text};`),
  ...listed(ENDS, (text) => `${text};`).map((each) => ({ ...each, isAlone: true as const })),
];

/** HTML that stands in a page, as if the page had let it in. */
const MARKUP_TEXTS: Readonly<Record<string, string>> = {
  script: "<script>RUN</script>",
  "module script": '<script type="module">RUN</script>',
  "script of a data address": '<script src="data:text/javascript,RUN"></script>',
  "handler of a picture": '<img src="data:," onerror="RUN">',
  "handler of a style": '<style onload="RUN"></style>',
  "handler of details": '<details open ontoggle="RUN">x</details>',
  "handler of a video": '<video src="data:," onerror="RUN"></video>',
  "handler of a source": '<video><source src="data:," onerror="RUN"></video>',
  "handler of the focus": '<input autofocus onfocus="RUN" data-focus>',
  "handler of a click": '<button type="button" onclick="RUN" data-click>x</button>',
  "handler of SVG": '<svg onload="RUN"></svg>',
  "script of SVG": "<svg><script>RUN</script></svg>",
  "animation of SVG": '<svg><animate attributeName="x" dur="1s" begin="0s" onbegin="RUN"></animate></svg>',
  "picture of SVG": '<svg><image href="data:," onerror="RUN"></image></svg>',
  "link of SVG": '<svg><a href="javascript:void RUN" data-click><text>x</text></a></svg>',
  "animated link of SVG":
    '<svg><a data-click><set attributeName="href" to="javascript:void RUN"></set><text>x</text></a></svg>',
  "shadow root": '<div><template shadowrootmode="open"><img src="data:," onerror="RUN"></template></div>',
  "javascript: address": '<a href="javascript:void RUN" data-click>x</a>',
  "javascript: address with signs": '<a href=" java&#10;script&colon;void RUN" data-click>x</a>',
  "javascript: address of a map":
    '<map name="m"><area href="javascript:void RUN" shape="default" data-click></map><img usemap="#m" src="data:,">',
  "form with a javascript: address":
    '<form action="javascript:void RUN"><button data-click>x</button></form>',
  "button with a javascript: address":
    '<form><button formaction="javascript:void RUN" data-click>x</button></form>',
  "frame with a javascript: address": '<iframe src="javascript:void RUN"></iframe>',
  srcdoc: '<iframe srcdoc="<script>RUN</script>"></iframe>',
  "handler in srcdoc": `<iframe srcdoc="<img src='data:,' onerror=&quot;RUN&quot;>"></iframe>`,
  "frame of a data address": '<iframe src="data:text/html,<script>RUN</script>"></iframe>',
  "object of a data address": '<object data="data:text/html,<script>RUN</script>"></object>',
  "embed of a data address": '<embed src="data:text/html,<script>RUN</script>">',
  "style element": "<style>body { background-image: url(ADDRESS) }</style>",
  "style attribute": '<p style="background-image: url(ADDRESS)">x</p>',
  "style sheet of a data address":
    '<link rel="stylesheet" href="data:text/css,body { border-image-source: url(ADDRESS) }">',
};

export const MARKUP: readonly Escape[] = [
  ...listed(MARKUP_TEXTS, (text) => text),
  // A picture of SVG: for an <img> WebKit's preloading follows a <base> that the policy then refuses.
  { name: "base", text: '<base href="ADDRESS"><svg><image href="x.png"></image></svg>', isAlone: true },
];

const HTML = encodeURIComponent('"><img src=x onerror=RUN><svg onload=RUN>');

/** Fragments of links, by the pages that read them. */
export const LINKS: readonly Escape[] = [
  {
    name: "handler in a figure’s link",
    text: "embed.html#pe-heatmap?onclick=RUN&style=background:url(ADDRESS)",
  },
  { name: "markup in a figure’s link", text: `embed.html#pe-heatmap?method=${HTML}&palette=${HTML}` },
  { name: "name that is not a figure’s", text: "embed.html#script?src=ADDRESS" },
  { name: "name with markup", text: "embed.html#pe-<img src=x onerror=RUN>" },
  { name: "address for a figure’s name", text: "embed.html#javascript:RUN" },
  { name: "prototype in a figure’s link", text: "embed.html#pe-waves?__proto__=RUN&constructor=RUN" },
  { name: "markup in a sentence", text: `embed.html#pe-attention?text=${HTML}` },
  { name: "markup in a config", text: `embed.html#pe-parity?config=${HTML}` },
  { name: "markup in the workbench", text: `workbench/#input?text=${HTML}&as=${HTML}` },
  { name: "address in an old link", text: "#javascript:RUN" },
  { name: "markup in the article", text: `article/#pe-sum?text=${HTML}` },
  { name: "markup in the lab", text: `lab/#pe-race?task=${HTML}` },
  { name: "markup in the reference", text: `reference/#${HTML}` },
  { name: "markup in a link without code", text: `playground/#code=${HTML}` },
];
