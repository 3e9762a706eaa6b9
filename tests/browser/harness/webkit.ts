import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { PATIENCE } from "./patience.ts";

/** WebKit through the W3C's WebDriver: Playwright drives only a build of WebKit that is its own. */

export interface Webkit {
  goto(address: string): Promise<void>;
  /** Runs a function in the page, and waits for what it promises. */
  evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  /** Presses a key where the focus is. */
  press(key: keyof typeof KEYS): Promise<void>;
  /** Drags the mouse from one place of the window to another in some steps, CSS pixels. */
  drag(from: Place, to: Place): Promise<void>;
  /** Makes the window so many CSS pixels wide, or as narrow as it gets. */
  resize(width: number): Promise<void>;
  close(): Promise<void>;
}

export type Place = readonly [x: number, y: number];

/** Moves of a drag. */
export const STEPS = 6;

/** Keys as WebDriver writes them. */
const KEYS = { ArrowLeft: "\ue012", ArrowRight: "\ue014", ArrowDown: "\ue015" };

/** WebKitGTK's own small browser comes with its library, and is not on the PATH. */
const MINI_BROWSERS = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/** WebKitGTK has no mode without a screen, so this one is in memory. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await Promise.race([
    once(screen.stdio[3] as NodeJS.ReadableStream, "data"),
    failure(screen, "Xvfb"),
  ]);
  return { screen, display: `:${String(number).trim()}` };
}

async function failure(child: ChildProcess, name: string): Promise<never> {
  const [reason] = await Promise.race([once(child, "error"), once(child, "exit")]);
  throw new Error(`${name} ended: ${reason} (Debian: webkit2gtk-driver, xvfb)`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

type Call = <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<T>;

/** Speaks to a driver on a port; waits until it listens. */
async function connect(port: number): Promise<Call> {
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (;;) {
    try {
      await call("GET", "/status");
      return call;
    } catch {
      await setTimeout(50); // ms
    }
  }
}

/** Runs in the page: calls back with what a function promises, or with its error. */
const RUN =
  "const [argument, done] = arguments;" +
  "Promise.resolve(argument).then(FUNCTION).then((value) => done({ value }), (error) => done({ error: String(error) }));";

/** Starts WebKit with a screen of its own; the caller closes it. */
export async function launchWebkit(): Promise<Webkit> {
  const binary = MINI_BROWSERS.find((file) => existsSync(file));
  if (binary === undefined)
    throw new Error(`none of ${MINI_BROWSERS.join(", ")} is there (Debian: webkit2gtk-driver)`);
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    // Its sandbox needs rights that root in a container has not.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
  });
  const end = () => {
    driver.kill();
    screen.kill();
  };
  process.once("exit", end);
  const call = await Promise.race([connect(port), failure(driver, "WebKitWebDriver")]);
  const options = { binary, args: ["--automation"] };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  const session = `/session/${sessionId}`;
  await call("POST", `${session}/timeouts`, { script: PATIENCE, pageLoad: PATIENCE });
  return {
    goto: (url) => call("POST", `${session}/url`, { url }),
    async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A) {
      const script = RUN.replace("FUNCTION", () => String(run));
      const given = { script, args: [argument] };
      const { value, error } = await call<{ value: R; error?: string }>(
        "POST",
        `${session}/execute/async`,
        given,
      );
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async press(key) {
      const value = KEYS[key];
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value }));
      await call("POST", `${session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
    },
    async drag([x, y], [toX, toY]) {
      const move = (step: number) => ({
        type: "pointerMove",
        duration: 20, // ms
        x: Math.round(x + ((toX - x) * step) / STEPS),
        y: Math.round(y + ((toY - y) * step) / STEPS),
      });
      const along = Array.from({ length: STEPS }, (_, step) => move(step + 1));
      const button = (type: string) => ({ type, button: 0 });
      const actions = [move(0), button("pointerDown"), ...along, button("pointerUp")];
      const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
      await call("POST", `${session}/actions`, { actions: [mouse] });
    },
    resize: (width) => call("POST", `${session}/window/rect`, { width, height: 800 }),
    async close() {
      process.off("exit", end);
      await call("DELETE", session);
      end();
    },
  };
}
