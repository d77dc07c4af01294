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
    if (code < 128) {
      bits |= code << held;
      held += 7;
    } else {
      const [pair, places] = [code - INSTEAD, AVOIDED.length];
      bits |= ((AVOIDED[pair % places] ?? 0) | (Math.floor(pair / places) << 7)) << held;
      held += 14;
    }
    while (held >= 8) {
      bytes[length++] = bits & 255;
      bits >>>= 8;
      held -= 8;
    }
  }
  return bytes;
}
