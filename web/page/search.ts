// What a search means: the words that it has, and names that are nearly written so.

const words = (text: string) => text.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
const squeezed = (text: string) => words(text).replaceAll(" ", "");

/** Whether a text has all words of a search, however they are separated. */
export function hasWords(text: string, search: string): boolean {
  const all = words(text);
  return words(search).split(" ").every((word) => all.includes(word)) || squeezed(text).includes(squeezed(search));
}

/** Most slips in a misspelt name. */
const MAX_SLIPS = 2;
/** Most names that are offered for a misspelt one. */
const MAX_OFFERED = 5;

/** Returns the items of which a name, or a word of it, is written nearly like the search; the nearest first. */
export function misspelt<T>(items: T[], search: string, namesOf: (item: T) => string[]): T[] {
  const wanted = squeezed(search);
  const most = wanted.length > 5 ? MAX_SLIPS : 1;
  if (wanted.length < 3) return [];
  const slips = (item: T) => {
    const names = namesOf(item).filter((name) => name !== "");
    const parts = names.flatMap((name) => [squeezed(name), ...words(name).split(" ")]);
    return Math.min(...parts.map((part) => distance(wanted, part, most)));
  };
  return items
    .map((item) => ({ item, slips: slips(item) }))
    .filter((found) => found.slips <= most)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MAX_OFFERED)
    .map((found) => found.item);
}

/** Returns the number of letters that are wrong, missing, too many or exchanged; more than `most` is not counted. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const isWrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, now[j - 1]! + 1, last[j - 1]! + isWrong);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) least = Math.min(least, before[j - 2]! + 1);
      now.push(least);
    }
    [before, last] = [last, now];
  }
  return last[b.length]!;
}
