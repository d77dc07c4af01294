// Names for people in texts of the library, which uses those that can be typed.

import type { Palette } from "./api";

/** A name as it can be typed, with what is before it: older browsers cannot look behind. */
const NAME = /(^|[^\w-])([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?![\w-])/g;

/**
 * Puts names for people in place of those that are typed: of a text that is one name, and in a
 * sentence of ships and of names that are no plain words, such as `improved-hull`.
 */
export function withNames({ names, ships }: Pick<Palette, "names" | "ships">, text: string): string {
  const whole = names[text];
  // Ships that are letters are words, too.
  const isShip = (name: string) => name.length > 1 && ships.some((ship) => ship.class === name);
  if (whole !== undefined) return whole;
  return text.replace(NAME, (all, before: string, name: string) => {
    const title = names[name];
    const isPlain = title === undefined || (title.toLowerCase() === name && !isShip(name));
    return isPlain ? all : before + title;
  });
}
