// What the build has packed into the page: the compiled library, and the licences.

import type { Packed } from "./unpack";
import { unpack } from "./unpack";

/** A work in the page, with its licence. */
export interface Licence {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** Source of the worker that unpacks the library, inserted by the build. */
declare const UNPACKER_SOURCE: string;

function packed(element: string): Packed {
  const { textContent, dataset } = document.getElementById(element) as HTMLElement;
  return { text: textContent ?? "", bytes: Number(dataset["bytes"]) };
}

/** Compiles the library in a worker, so that the page can be drawn and used meanwhile. */
export function compileLibrary(): Promise<WebAssembly.Module> {
  const source = URL.createObjectURL(new Blob([UNPACKER_SOURCE], { type: "text/javascript" }));
  const worker = new Worker(source);
  const module = new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WebAssembly.Module | string>) => {
      if (typeof data === "string") reject(new Error(data));
      else resolve(data);
    };
    worker.onerror = () => reject(new Error("it starts no worker"));
  });
  worker.postMessage(packed("library"));
  const end = () => worker.terminate();
  module.then(end, end);
  return module;
}

/** Returns the works that are in the page. */
export function licences(): Licence[] {
  return JSON.parse(new TextDecoder().decode(unpack(packed("licences")))) as Licence[];
}
