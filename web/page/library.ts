// What the build has packed into the page: the compiled library, and the licences.

import { decompress } from "fzstd";
import { decode } from "./text7";

/** A work in the page, with its licence. */
export interface Licence {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** Unpacks bytes that the build has compressed with Zstandard. */
function unpack(element: string): Uint8Array<ArrayBuffer> {
  const { textContent, dataset } = document.getElementById(element) as HTMLElement;
  const packed = decode(textContent ?? "", Number(dataset["bytes"]));
  return decompress(packed) as Uint8Array<ArrayBuffer>;
}

/** Compiles the library. */
export async function compileLibrary(): Promise<WebAssembly.Module> {
  // The page is drawn first.
  await new Promise((drawn) => setTimeout(drawn));
  return WebAssembly.compile(unpack("library"));
}

/** Returns the works that are in the page. */
export function licences(): Licence[] {
  return JSON.parse(new TextDecoder().decode(unpack("licences"))) as Licence[];
}
