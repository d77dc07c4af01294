// What the page asks the library, and what it answers: the JSON of `src/requests`.

/** The two sides, attacker and defender. */
export type SideIndex = 0 | 1;

/** A fight, as the page keeps it. */
export interface Fight {
  rules: string;
  fleets: [string, string];
  /** Code of the scenario that holds everything but the rules and the typed fleets. */
  base?: string;
  /** Whether it was opened as a scenario, which says itself how players play. */
  is_opened?: boolean;
}

/** An error of the library, with a caret under its place: text of a fixed width. */
export interface Problem {
  problem: string;
}

export function isProblem(answer: object): answer is Problem {
  return "problem" in answer && !("sides" in answer);
}

export interface Rules {
  name: string;
  title: string;
  /** Names of all editions of the game, this one included. */
  editions: string[];
}

/** A change to a fleet. */
export type Edit =
  | { do: "add"; class: string; owner: string | null }
  | { do: "count"; group: number; count: number }
  | { do: "put"; group: number; part: string }
  | { do: "take"; group: number; slot: number }
  | { do: "replace"; group: number; slot: number; part: string }
  | { do: "printed"; group: number }
  | { do: "damage"; group: number; ship: number; points: number }
  | { do: "figure"; group: number; name: string; value: string | null }
  | { do: "class"; group: number; class: string }
  | { do: "owner"; group: number; owner: string | null }
  | { do: "option"; name: string; count: number | null; value: string | null }
  | { do: "drop"; name: string };

export interface Part {
  name: string;
  summary: string;
  slots: number;
}

export interface PartChoice {
  part: string;
  /** Kind of part: `cannon`, `hull`. */
  sort: string;
  summary: string;
  /** Why the part does not fit there. */
  fault: string | null;
}

export interface Blueprint {
  slots: number;
  used: number;
  energy_left: number;
  has_drive: boolean;
  needs_drive: boolean;
  /** Rule that it breaks. */
  fault: string | null;
  /** Names of the parts that are printed on it. */
  printed: string[];
  parts: Part[];
}

export interface Group {
  count: number;
  class: string;
  owner: string | null;
  summary: string;
  cost: number;
  text: string;
  blueprint: Blueprint | null;
  /** Damage of each ship, and the most that one survives. */
  damage: { ships: number[]; most: number } | null;
}

export interface SetOption {
  name: string;
  /** Number of copies, if it is given. */
  count: number | null;
  value: string | null;
}

export interface SideView {
  fleet: string;
  cost: number;
  unit: string;
  groups: Group[];
  options: SetOption[];
  retreat: Retreat | null;
}

/** When a side retreats; the library has more ways, which a scenario may use. */
export type Retreat = { after_round: number } | { below: number } | string | object;

/** A side as typed: what it shows, or why it cannot be read. */
export interface DeskSide {
  text: string;
  view?: SideView;
  /** The fleet in exact notation, if its words could have another meaning. */
  read_as?: string | null;
  problem?: Misread;
}

/** Why a fleet cannot be read, and what a tap can do about it. Names are between back-ticks. */
export interface Misread {
  message: string;
  label: string | null;
  help: string | null;
  /** A fleet to write instead. */
  fleet: string | null;
  /** Rules that know the name. */
  rules: { name: string; title: string } | null;
}

/** The fight that is edited. */
export interface Desk {
  fight: Fight;
  sides: [DeskSide, DeskSide];
  /** Code and command of the fight, if it is complete. */
  code: string | null;
  command: string | null;
  /** What the fight lacks. */
  lack: string | null;
  /** What was dropped because the edition that was chosen has no place for it. */
  dropped?: string[];
}

/** A fight that the page can show, but not edit. */
export interface Opened {
  desk?: Desk;
  /** The scenario that cannot be edited here, as its sides. */
  fixed?: { rules: string; title: string; sides: { name: string; fleet: string }[]; code: string };
}

export interface PaletteShip {
  class: string;
  owner: string | null;
  section: string;
  summary: string;
  cost: number | null;
  /** Whether it is neutral: neutral ships do not fight beside those of players. */
  is_neutral: boolean;
}

export interface PaletteOption {
  name: string;
  summary: string;
  /** Section of a list, such as `action card`. */
  section: string;
  owner: string | null;
  kind: "flag" | "number" | "one_of" | "text";
  /** Term for its value, such as `round`. */
  value_term: string;
  needs_value: boolean;
  /** Least and greatest number. */
  range: [number, number] | null;
  /** Text that shows the form of a text. */
  example: string;
  /** Highest number of copies; 1 if they are not counted. */
  copies: number;
}

export interface Palette {
  rules: string;
  title: string;
  unit: string;
  owner_term: string;
  owner_is_side: boolean;
  has_retreats: boolean;
  /** Whether battles can be stepped through at the table. */
  has_battles: boolean;
  ships: PaletteShip[];
  /** Classes that players need most, in order. */
  usual: string[];
  /** Pairs of fleets to begin with. */
  examples: [string, string][];
  owners: string[];
  options: PaletteOption[];
  /** Upgraded classes, by the class that they upgrade. */
  upgrades: Record<string, string>;
  /** Names for people, by the names as typed. */
  names: Record<string, string>;
  /** Figures of ships, as they are shown, each with its meaning. */
  legend: [string, string][];
}

/** A name that fits at the cursor, and the range that it replaces, in bytes. */
export interface Completion {
  range: { start: number; end: number };
  name: string;
}

export interface Grid {
  title: string;
  columns: string[];
  rows: string[][];
  texts: number;
}

export interface Bar {
  label: string;
  share: number;
  percent: string;
  side: number | null;
}

export interface Chart {
  title: string;
  note: string;
  axis: string;
  bars: Bar[];
}

export interface Drawing {
  title: string;
  width: number;
  height: number;
  body: string;
}

/** A report of the library, in the form in which all of them are shown. */
export interface Shown {
  headline: string;
  facts: string[];
  notes: string[];
  tables: Grid[];
  conclusion: string | null;
  drawings: Drawing[];
}

/** What a player can buy that helps most, the best first. */
export interface Offers {
  /** Odds of winning as the fleet is. */
  now: string;
  offers: { name: string; edit: Edit; win: string; points: string; price: string | null }[];
  /** Whether some were left out, because they would take too long. */
  is_cut: boolean;
}

/** The answer to a fight. */
export interface Odds {
  shown: Shown;
  /** Losses and survivors of each side in words, and how they played. */
  card: { sides: string[]; play: string | null };
  charts: Chart[];
  is_exact: boolean;
}

export interface BattleGroup {
  class: string;
  number: number;
  text: string;
}

export interface BattleSide {
  name: string;
  role: string;
  /** What the situation is worth to the side, if that is known. */
  worth?: { win: number } | null;
  groups: BattleGroup[];
}

/** Dice of one kind, thrown together. */
export interface BattleDice {
  name: string;
  letter: string | null;
  count: number;
  sides: number;
  hits_on: number | null;
  words: string;
}

export interface BattleRoll {
  side: number;
  who: string;
  words: string;
  entry: "faces" | "hits";
  most: number | null;
  dice: BattleDice[];
}

export interface BattleChoice {
  choice: string;
  steps: string[];
  mark: "good" | "doubtful" | "mistake" | "blunder" | null;
  is_best: boolean;
  record: string;
}

export type BattleNext =
  | { kind: "roll"; words: string; rolls: BattleRoll[] }
  | {
      kind: "choose";
      side: number;
      who: string;
      decision: string;
      words: string;
      roll: string;
      dice: string;
      is_forced: boolean;
      choices: BattleChoice[];
      /** What each choice is worth to the side that chooses, in words. */
      worth: (string | null)[];
    }
  | { kind: "over"; words: string; winner: number | null };

/** The present situation of a battle at the table. */
export interface BattleNow {
  sides: [BattleSide, BattleSide];
  /** What the situation is worth to each side, in words. */
  worth: [string | null, string | null];
  next: BattleNext;
  record: string;
  warnings: string[];
}
