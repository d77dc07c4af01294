// What undo and redo bring back.

import type { Fight, Opened } from "./api";
import type { Saved } from "./saved";

/** All that a player can change: the fight, and what is saved. */
export interface Moment {
  fight: Fight;
  /** A fight that cannot be edited here. */
  fixed: Opened["fixed"];
  saved: Saved[];
}

/** Steps that can be undone. */
const MOST = 200;

/** Key presses in one text within this time are one step, in milliseconds. */
const ONE_STEP = 3000;

const isSame = (a: Moment, b: Moment) => JSON.stringify(a) === JSON.stringify(b);

/** The moments before and after the present one. */
export class History {
  #past: Moment[] = [];
  #present: Moment | undefined;
  #future: Moment[] = [];
  #typed: { key: string; at: number } | undefined;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Adds a moment. Text that is typed in one go, in a place with this key, is one step. */
  add(moment: Moment, key?: string): void {
    const before = this.#present;
    if (before && isSame(before, moment)) return;
    const goesOn = key !== undefined && this.#typed?.key === key && performance.now() - this.#typed.at < ONE_STEP;
    if (before && !goesOn) this.#past = [...this.#past, before].slice(-MOST);
    this.#present = moment;
    this.#future = [];
    this.#typed = key === undefined ? undefined : { key, at: performance.now() };
  }

  /** Goes back by a step, and returns the moment. */
  undo(): Moment | undefined {
    const moment = this.#past.pop();
    if (moment && this.#present) this.#future.push(this.#present);
    return this.#to(moment);
  }

  /** Takes back an undo, and returns the moment. */
  redo(): Moment | undefined {
    const moment = this.#future.pop();
    if (moment && this.#present) this.#past.push(this.#present);
    return this.#to(moment);
  }

  #to(moment: Moment | undefined): Moment | undefined {
    this.#typed = undefined;
    if (moment) this.#present = moment;
    return moment;
  }
}
