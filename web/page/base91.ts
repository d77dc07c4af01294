// Bytes that the build has written as printable characters: see `scripts/base91.mjs`.

/** The alphabet, inserted by the build. */
declare const ALPHABET: string;

/** Reads this many bytes. */
export function decode(text: string, count: number): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let n = 0; n < ALPHABET.length; n++) values[ALPHABET.charCodeAt(n)] = n;
  const value = (at: number) => values[text.charCodeAt(at)] ?? 0;
  const bytes = new Uint8Array(count);
  let [bits, held, length] = [0, 0, 0];
  for (let at = 0; at + 1 < text.length; at += 2) {
    bits |= (value(at) * 91 + value(at + 1)) << held;
    for (held += 13; held >= 8; held -= 8) {
      bytes[length++] = bits & 255;
      bits >>>= 8;
    }
  }
  return bytes;
}
