// Bytes that the build has written as text: see `scripts/text7.mjs`.

/** Characters that are not used, and the first of those in their places; inserted by the build. */
declare const AVOIDED: number[];
declare const INSTEAD: number;

/** Reads this many bytes. */
export function decode(text: string, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let [bits, held, length] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bits |= (code < 128 ? code : (AVOIDED[code - INSTEAD] ?? 0)) << held;
    held += 7;
    if (held < 8) continue;
    bytes[length++] = bits & 255;
    bits >>>= 8;
    held -= 8;
  }
  return bytes;
}
