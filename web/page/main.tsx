// Starts the page.

import { render } from "preact";
import { isHosted } from "./address";
import { Calculator } from "./calculator";
import { compileLibrary } from "./library";
import { Model, messageOf } from "./model";
import { App } from "./views/app";
import { ModelContext } from "./views/use";

/** Adds what makes the page installable where it is hosted. Opened from a file, it loads nothing. */
function install(): void {
  if (!isHosted()) return;
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
    const module = compileLibrary();
    const model = new Model(new Calculator(module).warm(), new Calculator(module).warm());
    const [analyst, table] = [new Calculator(module), new Calculator(module)] as const;
    const view = (
      <ModelContext.Provider value={model}>
        <App analyst={analyst} table={table} />
      </ModelContext.Provider>
    );
    root.replaceChildren();
    render(view, root);
    await module;
    await model.start();
  } catch (error) {
    root.textContent = `The calculator cannot start in this browser: ${messageOf(error)}`;
  }
}

install();
void start();
