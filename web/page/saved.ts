// The tray of saved fleets and blueprints.

import { recall, remember } from "./storage";

/** A saved fleet, or a ship with its blueprint, as typed. */
export interface Saved {
  kind: "fleet" | "blueprint";
  name: string;
  rules: string;
  text: string;
}

const KEY = "saved";
const FORMAT = "fleetodds/saved/1";
const MAX_SAVED = 500;
const MAX_TEXT = 5000;
const MAX_NAME = 100;

function isSaved(value: unknown): value is Saved {
  if (typeof value !== "object" || value === null) return false;
  const { kind, name, rules, text } = value as Partial<Saved>;
  const isText = (value: unknown, most: number) =>
    typeof value === "string" && value.trim() !== "" && value.length <= most;
  return (
    (kind === "fleet" || kind === "blueprint") && isText(name, MAX_NAME) && isText(rules, MAX_NAME) && isText(text, MAX_TEXT)
  );
}

function isTray(value: unknown): value is Saved[] {
  return Array.isArray(value) && value.length <= MAX_SAVED && value.every(isSaved);
}

export function savedItems(): Saved[] {
  return recall(KEY, isTray) ?? [];
}

export function keepItems(items: Saved[]): void {
  remember(KEY, items);
}

/** Whether two items have one name in one game. */
export const isSame = (a: Saved, b: Saved) => a.kind === b.kind && a.rules === b.rules && a.name === b.name;

/** Adds items. Those of the same name and game are replaced. */
export function withItems(items: Saved[], added: Saved[]): Saved[] {
  const kept = items.filter((item) => !added.some((other) => isSame(item, other)));
  return [...kept, ...added].slice(-MAX_SAVED);
}

export function exported(items: Saved[]): string {
  return `${JSON.stringify({ format: FORMAT, saved: items }, null, 2)}\n`;
}

/** Reads an exported tray. */
export function imported(text: string): Saved[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON. Choose a file that this page has exported.");
  }
  const { format, saved } = (document ?? {}) as { format?: unknown; saved?: unknown };
  if (format !== FORMAT) throw new Error(`This file does not hold saved fleets: its format is not ${FORMAT}.`);
  if (!Array.isArray(saved) || saved.length > MAX_SAVED) {
    throw new Error(`This file has no list of saved fleets, or more than ${MAX_SAVED}.`);
  }
  const wrong = saved.findIndex((item) => !isSaved(item));
  if (wrong >= 0) throw new Error(`Entry ${wrong + 1} of this file is not a saved fleet or blueprint.`);
  return (saved as Saved[]).map(({ kind, name, rules, text }) => ({ kind, name, rules, text }));
}
