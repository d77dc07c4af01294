// Starts the page.

import { render } from "preact";
import { Calculator } from "./calculator";
import { inWorkers, isServed, onServer } from "./engine";
import { compileLibrary } from "./library";
import { Model, messageOf } from "./model";
import { App } from "./views/app";
import { ModelContext } from "./views/use";

/**
 * Adds what makes the page installable where it is hosted. Opened from a file, it loads nothing; served by the
 * program, it is always the page of that program.
 */
function install(): void {
  if (isServed || !location.protocol.startsWith("http")) return;
  const links = [
    ["manifest", "manifest.webmanifest"],
    ["apple-touch-icon", "icon-180.png"],
  ] as const;
  for (const [rel, href] of links) document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  // Without a service worker, the page only needs a connection to be opened.
  void navigator.serviceWorker?.register("service-worker.js").catch(() => undefined);
}

async function start(): Promise<void> {
  const root = document.getElementById("app") as HTMLElement;
  try {
    const library = isServed ? undefined : compileLibrary();
    const engine = library ? inWorkers(library) : onServer;
    const model = new Model(new Calculator(engine).warm(), new Calculator(engine).warm());
    const [analyst, table] = [new Calculator(engine), new Calculator(engine)] as const;
    const view = (
      <ModelContext.Provider value={model}>
        <App analyst={analyst} table={table} />
      </ModelContext.Provider>
    );
    root.replaceChildren();
    render(view, root);
    await library;
    await model.start();
  } catch (error) {
    root.textContent = `The calculator cannot start in this browser: ${messageOf(error)}`;
  }
}

install();
void start();
