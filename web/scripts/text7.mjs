// Bytes as text in HTML: seven bits in each character, where base64 has six. `page/text7.ts` reads it.

/** Characters of ASCII that HTML changes or that end a script, and ends of lines and files. */
export const AVOIDED = [0x00, 0x0a, 0x0d, 0x1a, 0x3c];

/** First of the characters that take their places. */
export const INSTEAD = 0xa1;

/** Writes bytes. Zeros fill the last character. */
export function encode(bytes) {
  const codes = [];
  let [bits, held] = [0, 0];
  const write = () => {
    const avoided = AVOIDED.indexOf(bits & 127);
    codes.push(avoided < 0 ? bits & 127 : INSTEAD + avoided);
    bits >>>= 7;
    held -= 7;
  };
  for (const byte of bytes) {
    bits |= byte << held;
    held += 8;
    while (held >= 7) write();
  }
  if (held > 0) write();
  return codes.map((code) => String.fromCharCode(code)).join("");
}
