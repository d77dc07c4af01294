// A browser for the tests of the page.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the Chromium that `CHROMIUM` names, or the first one in `PATH`. */
function chromiumPath() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const all = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return process.env.CHROMIUM ?? all.find((path) => existsSync(path));
}

/** Starts Chromium. */
export function startBrowser() {
  const executablePath = chromiumPath();
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

/** Address of the page that was built. */
export const PAGE = new URL("../dist/index.html", import.meta.url).href;
