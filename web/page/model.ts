// What is on the screen: the fight, its odds, and how both change.

import type { Desk, Edit, Fight, Odds, Opened, Palette, Problem, Retreat, Rules, SideIndex } from "./api";
import { isProblem } from "./api";
import { Replaced } from "./calculator";
import type { Calculator } from "./calculator";
import { codeInAddress, setAddress } from "./address";
import { isServed } from "./engine";
import { recall, remember } from "./storage";

/** What the screen shows. */
export interface State {
  games: Rules[];
  fight: Fight;
  desk?: Desk;
  /** A fight that cannot be edited here. */
  fixed?: Opened["fixed"];
  odds?: Odds;
  /** Whether the odds are those of an earlier fight, because the present one is being solved. */
  solving: boolean;
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

export class Model {
  state: State = { games: [], fight: FIRST_FIGHT, solving: true };
  /** Answers edits and look-ups at once, even while odds are computed. */
  readonly editor: Calculator;
  readonly #solver: Calculator;
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
      code !== undefined ? this.open(code)
      : last !== undefined || !isServed ? this.#startWith(last ?? FIRST_FIGHT)
      // The player may have chosen a game in the settings of the program.
      : this.#startWith((await known).first);
    addEventListener("hashchange", () => {
      const code = codeInAddress();
      if (code !== undefined && code !== (this.state.fixed ?? this.state.desk)?.code) void this.open(code);
    });
    this.update({ games: (await known).games });
    await opened;
  }

  /** Shows a fight, and looks for its odds at the same time. */
  async #startWith(fight: Fight): Promise<void> {
    this.update({ fight });
    void this.#solve({ ask: "odds", fight });
    const desk = await this.#look<Desk | Problem>({ ask: "desk", fight });
    if (!desk) return;
    if (isProblem(desk)) await this.#show(FIRST_FIGHT);
    else this.#showDesk(desk, { isSolved: true });
  }

  /** Opens a code, a link that ends with one, or a typed question. */
  async open(text: string): Promise<boolean> {
    const fight = this.state.fight;
    const answer = await this.#look<Opened | Problem>({ ask: "open", text, fight });
    if (!answer) return false;
    if (isProblem(answer)) {
      this.update({ alert: answer.problem });
      if (!this.state.desk) await this.#show(FIRST_FIGHT);
      return false;
    }
    if (answer.desk) this.#showDesk(answer.desk);
    else if (answer.fixed) this.#showFixed(answer.fixed);
    return true;
  }

  /** Leaves a fight that cannot be edited. */
  leaveFixed(): void {
    const last = this.state.desk ? this.state.fight : (recall(LAST_FIGHT, isFight) ?? FIRST_FIGHT);
    this.update({ fixed: undefined });
    void this.#show(last);
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

  edit(side: SideIndex, edit: Edit): void {
    this.#change({ ask: "edit", side, edit });
  }

  /** Replaces the text of a fleet. It is shown as typed, even while it cannot be read. */
  type(side: SideIndex, text: string): void {
    const fleets: [string, string] = [...this.state.fight.fleets];
    fleets[side] = text;
    const fight = { ...this.state.fight, fleets };
    this.update({ fight });
    this.#edits = this.#edits.then(() => {
      // A later key press brings its own text.
      return this.state.fight.fleets[side] === text ? this.#show(this.state.fight) : undefined;
    });
  }

  /** Replaces a whole fleet. */
  setFleet(side: SideIndex, text: string): void {
    this.#edits = this.#edits.then(() => {
      const fleets: [string, string] = [...this.state.fight.fleets];
      fleets[side] = text;
      return this.#show({ ...this.state.fight, fleets });
    });
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
  #change(request: object): void {
    this.#edits = this.#edits.then(() => this.#ask(request));
  }

  /** Shows what a change makes of the present fight. */
  async #ask(request: object): Promise<void> {
    const before = this.state.fight;
    const answer = await this.#look<Desk | Problem>({ ...request, fight: before });
    if (!answer) return;
    if (isProblem(answer)) this.update({ alert: answer.problem });
    else this.#showDesk(answer, { before });
  }

  async #show(fight: Fight): Promise<void> {
    const before = this.state.fight;
    const desk = await this.#look<Desk | Problem>({ ask: "desk", fight });
    if (!desk) return;
    if (isProblem(desk)) this.update({ fight, alert: desk.problem });
    else this.#showDesk(desk, { before });
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
  #showDesk(desk: Desk, { before, isSolved = false }: { before?: Fight; isSolved?: boolean } = {}): void {
    const { fight: now } = this.state;
    const isTyped = (side: SideIndex) =>
      before !== undefined && now.rules === desk.fight.rules && now.fleets[side] !== before.fleets[side];
    const fleet = (side: SideIndex) => (isTyped(side) ? now : desk.fight).fleets[side];
    const fight: Fight = { ...desk.fight, fleets: [fleet(0), fleet(1)] };
    const notice = desk.dropped?.length ? `Left out, because this edition has no place for it: ${desk.dropped.join(", ")}` : undefined;
    this.update({ desk, fight, notice, fixed: undefined });
    setAddress(desk.code ?? undefined);
    remember(LAST_FIGHT, desk.fight);
    remember(lastOf(desk.fight.rules), desk.fight);
    if (desk.code === null) {
      this.update({ odds: undefined, solving: false, problem: undefined });
    } else if (!isSolved) void this.#solve({ ask: "odds", fight: desk.fight });
  }

  #showFixed(fixed: NonNullable<Opened["fixed"]>): void {
    this.update({ fixed });
    setAddress(fixed.code);
    void this.#solve({ ask: "code_odds", code: fixed.code });
  }

  async #solve(request: object): Promise<void> {
    this.update({ solving: true });
    try {
      const odds = await this.#solver.askNewest<Odds | Problem>(request);
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
