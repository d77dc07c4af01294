// Battles at the table that the browser keeps, so that they can be continued later.

import { recall, remember } from "./storage";

/** A step of a battle: the record before it, and the dice that were rolled since. */
export interface Step {
  record: string | null;
  roll: string | null;
}

export const START: Step = { record: null, roll: null };

/** A step as it is kept: letters that its record shares with the one before, the others, and the roll. */
type KeptStep = [shared: number, rest: string | null, roll: string | null];

interface KeptBattle {
  /** Code of the fight. */
  code: string;
  steps: KeptStep[];
}

const KEY = "battles";
const MOST = 10;

function isStep(value: unknown): value is KeptStep {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const isText = (text: unknown) => text === null || typeof text === "string";
  return Number.isInteger(value[0]) && isText(value[1]) && isText(value[2]);
}

function areBattles(value: unknown): value is KeptBattle[] {
  const isBattle = (battle: Partial<KeptBattle> | null) =>
    typeof battle?.code === "string" && Array.isArray(battle.steps) && battle.steps.length > 0 && battle.steps.every(isStep);
  return Array.isArray(value) && value.every(isBattle);
}

/** A record grows at its end: each step keeps only what it adds to the one before. */
function packed(steps: Step[]): KeptStep[] {
  let before = "";
  return steps.map(({ record, roll }) => {
    let shared = 0;
    while (record !== null && shared < record.length && record[shared] === before[shared]) shared++;
    before = record ?? "";
    return [shared, record?.slice(shared) ?? null, roll];
  });
}

function unpacked(steps: KeptStep[]): Step[] {
  let before = "";
  return steps.map(([shared, rest, roll]) => {
    const record = rest === null ? null : before.slice(0, shared) + rest;
    before = record ?? "";
    return { record, roll };
  });
}

/** Returns the steps of the battle with this code as they were left; only the start if there are none. */
export function keptBattle(code: string): Step[] {
  const kept = recall(KEY, areBattles)?.find((battle) => battle.code === code);
  return kept ? unpacked(kept.steps) : [START];
}

/** Keeps the steps of a battle. Of many battles, those that were played last are kept. */
export function keepBattle(code: string, steps: Step[]): void {
  const others = (recall(KEY, areBattles) ?? []).filter((battle) => battle.code !== code);
  remember(KEY, [...others, { code, steps: packed(steps) }].slice(-MOST));
}
