// A blueprint: its slots, and the parts that fit them.

import { useState } from "preact/hooks";
import type { Blueprint, Group, PartChoice, Problem, SideIndex } from "../api";
import { isProblem } from "../api";
import { SaveButton } from "./save_button";
import { Figures } from "./figures";
import { capital } from "./fleet";
import { Picker } from "./picker";
import { useModel, useModelState, useNames } from "./use";

interface BlueprintProps {
  side: SideIndex;
  at: number;
  group: Group;
  blueprint: Blueprint;
}

/** Slot that is tapped, with the parts that fit it. Without a slot, a part is added. */
interface Tapped {
  slot: number | null;
  parts: PartChoice[];
}

const TAKE_OUT = "take out";

export function BlueprintSlots({ side, at, group, blueprint }: BlueprintProps) {
  const model = useModel();
  const { fight } = useModelState();
  const named = useNames();
  const [tapped, setTapped] = useState<Tapped>();
  const tap = async (slot: number | null) => {
    try {
      const request = { ask: "parts", fight, side, group: at, slot };
      const answer = await model.editor.ask<{ parts: PartChoice[] } | Problem>(request);
      if (isProblem(answer)) model.update({ alert: answer.problem });
      else setTapped({ slot, parts: answer.parts });
    } catch (error) {
      model.alert(error);
    }
  };
  const pick = (part: string) => {
    const slot = tapped?.slot ?? null;
    setTapped(undefined);
    if (slot === null) model.edit(side, { do: "put", group: at, part });
    else if (part === TAKE_OUT) model.edit(side, { do: "take", group: at, slot });
    else model.edit(side, { do: "replace", group: at, slot, part });
  };
  const free = Math.max(0, blueprint.slots - blueprint.used);
  const choices = tapped?.slot == null ? [] : [{ name: TAKE_OUT, summary: "leaves the slot empty" }];
  const parts = tapped?.parts.map(({ part, sort, summary, fault }) => ({
    name: part,
    title: named(part),
    summary,
    fault,
    section: sort === "" ? undefined : `${capital(sort)}s`,
  })) ?? [];
  return (
    <div class="blueprint">
      <Rules blueprint={blueprint} />
      <ul class="slots">
        {blueprint.parts.map((part, slot) => (
          <li key={slot}>
            <button type="button" class={blueprint.printed.includes(part.name) ? "slot" : "slot is-changed"} onClick={() => void tap(slot)}>
              <span class="name">{named(part.name)}</span>
              <span class="summary">
                <Figures text={part.summary} />
              </span>
            </button>
          </li>
        ))}
        {Array.from({ length: free }, (_, n) => (
          <li key={`free ${n}`}>
            <button type="button" class="slot is-free" onClick={() => void tap(null)}>
              <span class="name">empty</span>
              <span class="summary">tap to add a part</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="adds">
        {free === 0 && (
          <button type="button" class="quiet" onClick={() => void tap(null)}>
            + Part beside the slots
          </button>
        )}
        <button type="button" class="quiet" onClick={() => model.edit(side, { do: "printed", group: at })}>
          As printed
        </button>
        <SaveButton kind="blueprint" text={group.text} label="Save blueprint" />
      </div>
      {tapped && (
        <Picker
          title={tapped.slot === null ? "Add a part" : `Instead of ${named(blueprint.parts[tapped.slot]?.name ?? "this part")}`}
          choices={[...choices, ...parts]}
          onPick={pick}
          onClose={() => setTapped(undefined)}
        />
      )}
    </div>
  );
}

/** Slots, energy and drive, with what is wrong marked. */
function Rules({ blueprint }: { blueprint: Blueprint }) {
  const { slots, used, energy_left: energy, has_drive: hasDrive, needs_drive: needsDrive } = blueprint;
  const rules = [
    { words: `${used} of ${slots} slots`, isKept: used <= slots },
    { words: `energy ${energy >= 0 ? `${energy} left` : `${-energy} short`}`, isKept: energy >= 0 },
    ...(needsDrive ? [{ words: hasDrive ? "has a drive" : "no drive", isKept: hasDrive }] : []),
  ];
  return (
    <ul class="rules">
      {rules.map(({ words, isKept }) => (
        <li class={isKept ? "kept" : "broken"}>
          <span aria-hidden="true">{isKept ? "✓" : "✗"}</span> {words}
        </li>
      ))}
    </ul>
  );
}
