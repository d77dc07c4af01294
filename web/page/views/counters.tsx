// The usual ships of a game, each with its number.

import type { Group, Palette, SideIndex } from "../api";
import { ROLES } from "./fleet";
import { useAdd, useModel, useNames } from "./use";

/** A usual class, and its group in the fleet if there is one. */
export interface Counted {
  class: string;
  /** Number of the group in its fleet, from 0. */
  at: number | undefined;
  group: Group | undefined;
}

/** Returns the usual classes with the groups that their counters change. Upgraded ships have the counter of their class. */
export function counted(palette: Palette | undefined, groups: Group[]): Counted[] {
  return (palette?.usual ?? []).map((name) => {
    const find = (name: string) => groups.findIndex((group) => group.class === name && group.owner === null);
    const upgraded = find(palette?.upgrades[name] ?? "");
    const at = find(name) < 0 ? upgraded : find(name);
    const group = groups[at];
    return group ? { class: group.class, at, group } : { class: name, at: undefined, group: undefined };
  });
}

interface CountersProps {
  side: SideIndex;
  ships: Counted[];
  /** Number of the group whose details are shown. */
  open: number | undefined;
  onToggle(at: number): void;
}

/** A counter for each usual class. It keeps its place when it is at 0. */
export function Counters({ side, ships, open, onToggle }: CountersProps) {
  return (
    <ul class="counters" aria-label={`Usual ships of the ${ROLES[side]}`}>
      {ships.map((ship, n) => (
        <Counter key={n} side={side} ship={ship} isOpen={ship.at !== undefined && ship.at === open} onToggle={onToggle} />
      ))}
    </ul>
  );
}

interface CounterProps {
  side: SideIndex;
  ship: Counted;
  isOpen: boolean;
  onToggle(at: number): void;
}

function Counter({ side, ship, isOpen, onToggle }: CounterProps) {
  const model = useModel();
  const add = useAdd(side);
  const { at, group } = ship;
  const count = group?.count ?? 0;
  const name = useNames()(ship.class);
  const whose = `${name}, ${ROLES[side]}`;
  const set = (count: number) => {
    if (at === undefined || !group) add(ship.class, null);
    else model.setCount(side, at, group, count);
  };
  return (
    <li class={count > 0 ? "counter has-ships" : "counter"}>
      <button type="button" aria-label={`One fewer: ${whose}`} disabled={count === 0} onClick={() => set(count - 1)}>
        −
      </button>
      <button
        type="button"
        class="counter-name"
        aria-expanded={isOpen}
        aria-label={`${count} ${whose}`}
        disabled={at === undefined}
        title={group?.summary}
        onClick={() => at !== undefined && onToggle(at)}
      >
        <span class="count">{count}</span>
        <span class="name">{name}</span>
      </button>
      <button type="button" aria-label={`One more: ${whose}`} onClick={() => set(count + 1)}>
        +
      </button>
    </li>
  );
}
