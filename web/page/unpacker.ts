// Unpacks and compiles the library in a worker, while the page is drawn. One message is the packed library; the
// answer is the compiled module, or why there is none.

import type { Packed } from "./unpack";
import { unpack } from "./unpack";

onmessage = async ({ data }: MessageEvent<Packed>) => {
  try {
    postMessage(await WebAssembly.compile(unpack(data)));
  } catch (error) {
    postMessage(String(error));
  }
};
