// When a side retreats.

import { useState } from "preact/hooks";
import type { Retreat, SideIndex } from "../api";
import { ROLES } from "./fleet";
import { Picker } from "./picker";
import { useModel, usePalette } from "./use";

/** What a side can be set to here. Other ways to retreat come from scenarios and stay as they are. */
const WAYS: { name: string; when: Retreat | null }[] = [
  { name: "never", when: null },
  ...[1, 2, 3, 4, 5].map((round) => ({ name: `after round ${round}`, when: { after_round: round } })),
  ...[10, 20, 30, 40, 50].map((odds) => ({ name: `when the odds fall below ${odds} %`, when: { below: odds / 100 } })),
];

function nameOf(retreat: Retreat): string {
  const same = WAYS.find(({ when }) => JSON.stringify(when) === JSON.stringify(retreat));
  return same?.name ?? (retreat === "optimal" ? "when that is better" : "as in the scenario");
}

export function RetreatOption({ side, retreat }: { side: SideIndex; retreat: Retreat | null }) {
  const model = useModel();
  const palette = usePalette();
  const [isOpen, setIsOpen] = useState(false);
  if (!palette?.has_retreats) return null;
  const pick = (name: string) => {
    setIsOpen(false);
    model.setRetreat(side, WAYS.find((way) => way.name === name)?.when ?? null);
  };
  return (
    <>
      {retreat === null ? (
        <button type="button" class="add" onClick={() => setIsOpen(true)}>
          + Retreat <span class="unseen">of the {ROLES[side]}</span>
        </button>
      ) : (
        <span class="option">
          <button type="button" class="option-name" onClick={() => setIsOpen(true)}>
            retreats {nameOf(retreat)}
          </button>
          <button
            type="button"
            class="option-drop"
            aria-label={`No retreat, ${ROLES[side]}`}
            onClick={() => model.setRetreat(side, null)}
          >
            ×
          </button>
        </span>
      )}
      {isOpen && <Picker title={`Retreat of the ${ROLES[side]}`} choices={WAYS} onPick={pick} onClose={() => setIsOpen(false)} />}
    </>
  );
}
