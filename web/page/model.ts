// What is on the screen: the fight, its odds, and how both change.

import type { Desk, Edit, Fight, Group, Odds, Opened, Palette, Problem, Retreat, Rules, SideIndex, SideView } from "./api";
import { isProblem } from "./api";
import { Replaced } from "./calculator";
import type { Calculator } from "./calculator";
import { codeInAddress, setAddress } from "./address";
import { isServed } from "./engine";
import { History } from "./history";
import type { Moment } from "./history";
import type { Saved } from "./saved";
import { keepItems, savedItems } from "./saved";
import { recall, remember } from "./storage";

/** What the screen shows. */
export interface State {
  games: Rules[];
  fight: Fight;
  desk?: Desk;
  /** What each fleet was when it could last be read. */
  views: [SideView?, SideView?];
  /** A fight that cannot be edited here. */
  fixed?: Opened["fixed"];
  odds?: Odds;
  /** Whether the odds are those of an earlier fight, because the present one is being solved. */
  solving: boolean;
  /** Whether the odds are those of an earlier fight, because the present one cannot be read. */
  isStale?: boolean;
  /** Saved fleets and blueprints. */
  saved: Saved[];
  canUndo: boolean;
  canRedo: boolean;
  /** What was just done that a player may want to undo. */
  done?: string;
  /** Why there are no odds. */
  problem?: string;
  /** What the last change dropped. */
  notice?: string;
  /** Something that went wrong, shown until it is closed. */
  alert?: string;
}

/** Where the last fight is kept for the next visit, and the last one of each game. */
const LAST_FIGHT = "fight";
const lastOf = (rules: string) => `${LAST_FIGHT}.${rules}`;

const FIRST_FIGHT: Fight = { rules: "eclipse", fleets: ["3 interceptor", "ancient"] };

/** How a step is remembered. */
interface StepOptions {
  /** Place of the text that is typed. */
  key?: string;
  /** What was done, in words. */
  done?: string | undefined;
  /** Whether the step is an undo or a redo. */
  isReturn?: boolean;
}

interface DeskOptions extends StepOptions {
  /** The fight when this one was asked for. */
  before?: Fight;
  /** The odds, which are asked for at the same time as the desk. */
  odds: Promise<Odds | Problem>;
}

export class Model {
  state: State = {
    games: [],
    fight: FIRST_FIGHT,
    views: [],
    solving: true,
    saved: savedItems(),
    canUndo: false,
    canRedo: false,
  };
  /** Answers edits and look-ups at once, even while odds are computed. */
  readonly editor: Calculator;
  readonly #solver: Calculator;
  readonly #history = new History();
  #listeners = new Set<() => void>();
  #edits: Promise<void> = Promise.resolve();
  #palettes = new Map<string, Promise<Palette | Problem>>();

  constructor(editor: Calculator, solver: Calculator) {
    this.editor = editor;
    this.#solver = solver;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  update(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#listeners.forEach((listener) => listener());
  }

  alert(error: unknown): void {
    if (!(error instanceof Replaced)) this.update({ alert: messageOf(error) });
  }

  /** Shows the fight of the address, or else the last one of this browser. */
  async start(): Promise<void> {
    const known = this.editor.ask<{ games: Rules[]; first: Fight }>({ ask: "games" });
    const code = codeInAddress();
    const last = recall(LAST_FIGHT, isFight);
    const opened =
      code !== undefined ? this.open(code, false)
      : last !== undefined || !isServed ? this.#startWith(last ?? FIRST_FIGHT)
      // The player may have chosen a game in the settings of the program.
      : this.#startWith((await known).first);
    // What the player changes meanwhile waits for the first fight.
    this.#edits = opened.then(() => undefined);
    addEventListener("hashchange", () => {
      const code = codeInAddress();
      if (code !== undefined && code !== this.code) void this.open(code, false);
    });
    this.update({ games: (await known).games });
    await opened;
  }

  /** Shows a fight, and looks for its odds at the same time. */
  async #startWith(fight: Fight): Promise<void> {
    this.update({ fight });
    const odds = this.#odds({ ask: "odds", fight });
    void this.#solve(odds);
    const desk = await this.#look<Desk | Problem>({ ask: "desk", fight });
    if (!desk) return;
    if (isProblem(desk)) await this.#show(FIRST_FIGHT);
    else this.#showDesk(desk, { odds });
  }

  /** The code of the fight on the screen, if it has one. */
  get code(): string | undefined {
    return (this.state.fixed ?? this.state.desk)?.code ?? undefined;
  }

  /** Opens a code, a link that ends with one, or a typed question. With `isNew`, the browser's Back returns from it. */
  async open(text: string, isNew = true): Promise<boolean> {
    const fight = this.state.fight;
    const answer = await this.#look<Opened | Problem>({ ask: "open", text, fight });
    if (!answer) return false;
    if (isProblem(answer)) {
      this.update({ alert: answer.problem });
      if (!this.state.desk) await this.#show(FIRST_FIGHT);
      return false;
    }
    const done = this.state.desk ? "Another fight was opened" : undefined;
    const code = (answer.desk ?? answer.fixed)?.code;
    if (isNew && code != null && code !== this.code) setAddress(code, true);
    if (answer.desk) this.#showDesk(answer.desk, { done, odds: this.#odds({ ask: "odds", fight: answer.desk.fight }) });
    else if (answer.fixed) this.#showFixed(answer.fixed);
    return true;
  }

  /** Leaves a fight that cannot be edited. */
  leaveFixed(): void {
    const last = this.state.desk ? this.state.fight : (recall(LAST_FIGHT, isFight) ?? FIRST_FIGHT);
    this.update({ fixed: undefined });
    void this.#show(last);
  }

  undo(): void {
    this.#return(() => this.#history.undo());
  }

  redo(): void {
    this.#return(() => this.#history.redo());
  }

  /** Keeps other saved fleets. `done` says in words what a player may want to undo. */
  keep(saved: Saved[], done?: string): void {
    this.#edits = this.#edits.then(() => {
      this.#setSaved(saved);
      this.#record({ done });
    });
  }

  /** Chooses a game. Another edition takes the fight over; another game shows its own last fight. */
  setRules(rules: string): void {
    this.#edits = this.#edits.then(() => {
      const { fight, games } = this.state;
      const isEdition = games.find(({ name }) => name === fight.rules)?.editions.includes(rules) ?? false;
      if (isEdition) return this.#ask({ ask: "rules", rules });
      return this.#show(recall(lastOf(rules), isFight) ?? { rules, fleets: ["", ""] });
    });
  }

  swap(): void {
    this.#change({ ask: "swap" });
  }

  setRetreat(side: SideIndex, when: Retreat | null): void {
    this.#change({ ask: "retreat", side, when });
  }

  /** Changes a fleet. `done` says in words what a player may want to undo. */
  edit(side: SideIndex, edit: Edit, done?: string): void {
    this.#change({ ask: "edit", side, edit }, done);
  }

  /** Sets the number of ships of a group, which has this place in its fleet. */
  setCount(side: SideIndex, at: number, { class: name }: Group, count: number): void {
    this.edit(side, { do: "count", group: at, count }, count === 0 ? `The ${name} was removed` : undefined);
  }

  /** Replaces the text of a fleet. It is shown as typed, even while it cannot be read. */
  type(side: SideIndex, text: string): void {
    const fleets: [string, string] = [...this.state.fight.fleets];
    fleets[side] = text;
    const fight = { ...this.state.fight, fleets };
    this.update({ fight });
    this.#edits = this.#edits.then(() => {
      // A later key press brings its own text.
      return this.state.fight.fleets[side] === text ? this.#show(this.state.fight, { key: `side ${side}` }) : undefined;
    });
  }

  /** Replaces a whole fleet. `done` says in words what a player may want to undo. */
  setFleet(side: SideIndex, text: string, done?: string): void {
    this.#edits = this.#edits.then(() => {
      const fleets: [string, string] = [...this.state.fight.fleets];
      fleets[side] = text;
      return this.#show({ ...this.state.fight, fleets }, { done });
    });
  }

  /** Replaces both fleets. */
  setFleets(fleets: [string, string]): void {
    this.#edits = this.#edits.then(() => this.#show({ ...this.state.fight, fleets }));
  }

  /** Returns what can be added to a fleet. */
  palette(): Promise<Palette | Problem> {
    const rules = this.state.fight.rules;
    let palette = this.#palettes.get(rules);
    if (!palette) {
      palette = this.editor.ask<Palette | Problem>({ ask: "palette", fight: this.state.fight });
      this.#palettes.set(rules, palette);
    }
    return palette;
  }

  /** Asks for a change of the fight, after those before it. */
  #change(request: object, done?: string): void {
    this.#edits = this.#edits.then(() => this.#ask(request, done));
  }

  /** Shows what a change makes of the present fight. */
  async #ask(request: object, done?: string): Promise<void> {
    const before = this.state.fight;
    const odds = this.#odds({ ask: "odds", fight: before, after: request });
    const answer = await this.#look<Desk | Problem>({ ...request, fight: before });
    if (answer && !isProblem(answer)) return this.#showDesk(answer, { before, done, odds });
    if (answer) this.update({ alert: answer.problem });
    // The present fight stays, whose odds may not have come yet.
    if (this.state.solving) void this.#solve(this.#odds({ ask: "odds", fight: before }));
  }

  /** Shows another moment, after the changes before it. */
  #return(step: () => Moment | undefined): void {
    this.#edits = this.#edits.then(async () => {
      const moment = step();
      if (!moment) return;
      this.#setSaved(moment.saved);
      this.update({ fight: moment.fight, done: undefined });
      if (moment.fixed) this.#showFixed(moment.fixed, true);
      else await this.#show(moment.fight, { isReturn: true });
    });
  }

  #setSaved(saved: Saved[]): void {
    keepItems(saved);
    this.update({ saved });
  }

  /** Remembers what is on the screen as a step that can be undone. */
  #record({ key, done, isReturn = false }: StepOptions = {}): void {
    const { fight, fixed, saved } = this.state;
    if (!isReturn) this.#history.add({ fight, fixed, saved }, key);
    const { canUndo, canRedo } = this.#history;
    this.update({ canUndo, canRedo, done: canUndo && !isReturn ? done : undefined });
  }

  async #show(fight: Fight, step: StepOptions = {}): Promise<void> {
    const before = this.state.fight;
    const odds = this.#odds({ ask: "odds", fight });
    const desk = await this.#look<Desk | Problem>({ ask: "desk", fight });
    if (!desk) return;
    if (isProblem(desk)) this.update({ fight, alert: desk.problem });
    else this.#showDesk(desk, { before, odds, ...step });
  }

  async #look<T>(request: object): Promise<T | undefined> {
    try {
      return await this.editor.ask<T>(request);
    } catch (error) {
      this.alert(error);
      return undefined;
    }
  }

  /** Shows a fight. What was typed since it was asked for, with this fight before, is kept. */
  #showDesk(desk: Desk, { before, odds, ...step }: DeskOptions): void {
    const { fight: now } = this.state;
    const isTyped = (side: SideIndex) =>
      before !== undefined && now.rules === desk.fight.rules && now.fleets[side] !== before.fleets[side];
    const fleet = (side: SideIndex) => (isTyped(side) ? now : desk.fight).fleets[side];
    const fight: Fight = { ...desk.fight, fleets: [fleet(0), fleet(1)] };
    const notice = desk.dropped?.length ? `Left out, because this edition has no place for it: ${desk.dropped.join(", ")}` : undefined;
    const isOther = this.state.desk?.fight.rules !== desk.fight.rules;
    const view = (side: SideIndex) => desk.sides[side].view ?? (isOther ? undefined : this.state.views[side]);
    this.update({ desk, fight, notice, views: [view(0), view(1)], fixed: undefined });
    this.#record(step);
    document.title = desk.code === null ? "fleetodds" : `${fight.fleets.join(" v ")} · fleetodds`;
    setAddress(desk.code ?? undefined);
    remember(LAST_FIGHT, desk.fight);
    remember(lastOf(desk.fight.rules), desk.fight);
    if (desk.code === null) {
      // While a fleet is typed, the last odds stay.
      const isStale = !isOther && desk.sides.some(({ problem }) => problem !== undefined);
      this.update({ ...(isStale ? {} : { odds: undefined }), isStale, solving: false, problem: undefined });
    } else void this.#solve(odds);
  }

  #showFixed(fixed: NonNullable<Opened["fixed"]>, isReturn = false): void {
    this.update({ fixed });
    this.#record({ isReturn, done: "Another fight was opened" });
    setAddress(fixed.code);
    void this.#solve(this.#odds({ ask: "code_odds", code: fixed.code }));
  }

  /** Asks for odds, in place of those that were asked for before. */
  #odds(request: object): Promise<Odds | Problem> {
    const odds = this.#solver.askNewest<Odds | Problem>(request);
    // If the fight cannot be read, its desk says so, and the odds are not shown.
    odds.catch(() => undefined);
    return odds;
  }

  /** Shows odds when they come. */
  async #solve(asked: Promise<Odds | Problem>): Promise<void> {
    this.update({ solving: true, isStale: false });
    try {
      const odds = await asked;
      if (isProblem(odds)) this.update({ problem: odds.problem, odds: undefined, solving: false });
      else this.update({ odds, problem: undefined, solving: false });
    } catch (error) {
      if (error instanceof Replaced) return;
      this.update({ problem: messageOf(error), odds: undefined, solving: false });
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a stored value is a fight. */
function isFight(value: unknown): value is Fight {
  if (typeof value !== "object" || value === null) return false;
  const { rules, fleets, base } = value as Partial<Fight>;
  const areFleets = Array.isArray(fleets) && fleets.length === 2 && fleets.every((fleet) => typeof fleet === "string");
  return typeof rules === "string" && areFleets && (base === undefined || typeof base === "string");
}
