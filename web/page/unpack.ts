// Bytes that the build has packed into the page.

import { decompress } from "fzstd";
import { decode } from "./text7";

/** The text of an element of the page, and the number of its bytes before they became text. */
export interface Packed {
  text: string;
  bytes: number;
}

/** Unpacks bytes that the build has compressed with Zstandard. */
export function unpack({ text, bytes }: Packed): Uint8Array<ArrayBuffer> {
  return decompress(decode(text, bytes)) as Uint8Array<ArrayBuffer>;
}
