// Bytes as printable characters: two for each 13 bits, where base64 has two for each 12.
// `page/base91.ts` reads them.

/** The printable characters of ASCII but for `<`, `&`, `\` and the space, which HTML or scripts treat specially. */
export const ALPHABET = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n))
  .filter((character) => !"<&\\".includes(character))
  .join("");

/** Writes bytes. The last two characters hold what is left, filled with zeros. */
export function encode(bytes) {
  const characters = [];
  let [bits, held] = [0, 0];
  const write = () => {
    const value = bits & 8191;
    characters.push(ALPHABET[Math.floor(value / 91)], ALPHABET[value % 91]);
    bits >>>= 13;
    held -= 13;
  };
  for (const byte of bytes) {
    bits |= byte << held;
    held += 8;
    if (held >= 13) write();
  }
  if (held > 0) write();
  return characters.join("");
}
