// The address is the battle: its code is the fragment, which no browser sends to a server.

import { isServed } from "./engine";

/** Returns the code in the address, if there is one. */
export function codeInAddress(): string | undefined {
  const fragment = location.hash.slice(1);
  return fragment === "" ? undefined : fragment;
}

/** Puts a code into the address. With `isNew`, the browser's Back returns to the address before. */
export function setAddress(code: string | undefined, isNew = false): void {
  const address = code === undefined ? location.pathname + location.search : `#${code}`;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(history.state, "", address);
}

/** Whether other devices can open the address of this page. */
export function isHosted(): boolean {
  const isHere = ["127.0.0.1", "localhost"].includes(location.hostname);
  return location.protocol.startsWith("http") && !(isServed && isHere);
}

/** Returns the link to a battle. */
export function linkTo(code: string): string {
  return `${location.href.split("#")[0]}#${code}`;
}
