// Bytes as text in HTML: seven bits in each character, where base64 has six. `page/text7.ts` reads it.

/** Characters of ASCII that HTML changes or that end a script, and ends of lines and files. */
export const AVOIDED = [0x00, 0x0a, 0x0d, 0x1a, 0x3c];

/**
 * First of the characters that take their places. Such a character takes two bytes, and so it has
 * the seven bits of the next one, too.
 */
export const INSTEAD = 0xa1;

/** Writes bytes. Zeros fill the last character. */
export function encode(bytes) {
  const sevens = [];
  let [bits, held] = [0, 0];
  const take = () => {
    sevens.push(bits & 127);
    bits >>>= 7;
    held -= 7;
  };
  for (const byte of bytes) {
    bits |= byte << held;
    held += 8;
    while (held >= 7) take();
  }
  if (held > 0) take();
  let text = "";
  for (let at = 0; at < sevens.length; at++) {
    const avoided = AVOIDED.indexOf(sevens[at]);
    text += String.fromCharCode(
      avoided < 0 ? sevens[at] : INSTEAD + avoided + AVOIDED.length * (sevens[++at] ?? 0),
    );
  }
  return text;
}
