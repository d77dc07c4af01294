// How lucky a battle was that has ended.

import { useState } from "preact/hooks";
import type { Group, SideIndex } from "../api";
import type { Calculator } from "../calculator";
import { AskedReport } from "./asked";
import { ROLES } from "./fleet";
import { useModelState, useNames } from "./use";

const ENDS = [...ROLES, "draw"] as const;
type End = (typeof ENDS)[number];

/** Ships of a class that are left. */
type Left = Record<string, number>;

export function LuckPanel({ analyst }: { analyst: Calculator }) {
  const { fight, desk } = useModelState();
  const [won, setWon] = useState<End>("attacker");
  const [left, setLeft] = useState<Left>();
  const winner = ROLES.findIndex((role) => role === won);
  const groups = winner < 0 ? [] : (desk?.sides[winner as SideIndex].view?.groups ?? []);
  const choose = (end: End) => {
    setWon(end);
    setLeft(undefined);
  };
  const counts = left === undefined ? null : groups.map((group) => [group.class, left[group.class] ?? group.count]);
  const request = { ask: "luck", fight, won, left: counts === null ? [] : [[won, counts]] };
  return (
    <>
      <p class="lead">The battle ended. How lucky was it?</p>
      <div class="controls">
        <div class="segments" role="group" aria-label="Winner">
          {ENDS.map((end) => (
            <button type="button" aria-pressed={won === end} onClick={() => choose(end)}>
              {end === "draw" ? end : `${end} won`}
            </button>
          ))}
        </div>
      </div>
      {groups.length > 0 && (
        <Survivors groups={groups} left={left} onChange={setLeft} />
      )}
      <AskedReport analyst={analyst} request={request} />
    </>
  );
}

interface SurvivorsProps {
  groups: Group[];
  left: Left | undefined;
  onChange(left: Left | undefined): void;
}

/** Asks for the ships that are left; without an answer, any number may be. */
function Survivors({ groups, left, onChange }: SurvivorsProps) {
  const named = useNames();
  const total: Left = {};
  groups.forEach((group) => (total[group.class] = (total[group.class] ?? 0) + group.count));
  const set = (name: string, count: number) =>
    onChange({ ...total, ...left, [name]: Math.max(0, Math.min(total[name] ?? 0, count)) });
  return (
    <fieldset class="survivors">
      <legend>Ships left</legend>
      <button type="button" class="chip" aria-pressed={left === undefined} onClick={() => onChange(undefined)}>
        any
      </button>
      {Object.entries(total).map(([name, most]) => {
        const count = left?.[name] ?? most;
        return (
          <div class="stepper with-name" key={name}>
            <button type="button" aria-label={`One ${named(name)} fewer left`} onClick={() => set(name, count - 1)}>
              −
            </button>
            <span class="count">
              {left === undefined ? "any" : count} {named(name)}
            </span>
            <button type="button" aria-label={`One ${named(name)} more left`} onClick={() => set(name, count + 1)}>
              +
            </button>
          </div>
        );
      })}
    </fieldset>
  );
}
