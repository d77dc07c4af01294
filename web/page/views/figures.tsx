// Figures of ships and parts, with dice in their colours.

/** Dice by the letter that figures have for them. */
const DICE: Record<string, string> = { y: "yellow", o: "orange", b: "blue", r: "red", p: "rift" };

/** A number of dice: `2y1o`, as a word of its own. */
const TYPED_DICE = /(?<![\p{L}\p{N}])((?:\d+[yobrp])+)(?![\p{L}\p{N}])/u;

/** Shows figures in one line: `2y, comp 1, hull 1` with two yellow dice. */
export function Figures({ text }: { text: string }) {
  return <>{text.replaceAll("`", "").split(TYPED_DICE).map((piece, n) => (n % 2 === 0 ? piece : <Dice typed={piece} />))}</>;
}

function Dice({ typed }: { typed: string }) {
  const kinds = [...typed.matchAll(/(\d+)([yobrp])/g)].map(([, count, letter]) => ({ count: Number(count), name: DICE[letter!]! }));
  const inWords = kinds.map(({ count, name }) => `${count} ${name} ${count === 1 ? "die" : "dice"}`).join(", ");
  return (
    <span class="figure-dice" role="img" aria-label={inWords} title={inWords}>
      {kinds.map(({ count, name }) => (
        <span class={`figure-die of-${name}`}>{count}</span>
      ))}
    </span>
  );
}
