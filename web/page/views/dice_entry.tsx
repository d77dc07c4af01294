// Asks for the dice that were rolled: their faces, or the number of hits.

import { useState } from "preact/hooks";
import type { BattleDice, BattleRoll } from "../api";
import { useWords } from "./use";

interface DiceProps {
  rolls: BattleRoll[];
  isBusy: boolean;
  onRoll(roll: string): void;
  onRollForMe(): void;
}

export function DiceEntry({ rolls, isBusy, onRoll, onRollForMe }: DiceProps) {
  const kinds = rolls.flatMap((roll) => (roll.entry === "faces" ? roll.dice : []));
  const [faces, setFaces] = useState<number[][]>(kinds.map(() => []));
  const [hits, setHits] = useState<number[]>(rolls.map(() => 0));
  const isComplete = kinds.every((dice, n) => faces[n]?.length === dice.count);
  const roll = () => {
    const thrown = kinds.flatMap((dice, n) => (faces[n] ?? []).map((face) => `${dice.letter ?? ""}${face}`));
    const counted = rolls.flatMap((roll, n) => (roll.entry === "hits" ? [String(hits[n] ?? 0)] : []));
    onRoll([...thrown, ...counted].join(" "));
  };
  return (
    <div class="dice-entry">
      {kinds.map((dice, n) => (
        <Faces dice={dice} faces={faces[n] ?? []} onChange={(own) => setFaces(faces.with(n, own))} />
      ))}
      {rolls.map(
        (roll, n) =>
          roll.entry === "hits" && (
            <Hits roll={roll} hits={hits[n] ?? 0} onChange={(own) => setHits(hits.with(n, own))} />
          ),
      )}
      <div class="adds">
        <button type="button" class="primary" disabled={isBusy || !isComplete} onClick={roll}>
          These were rolled
        </button>
        <button type="button" disabled={isBusy} onClick={onRollForMe}>
          Roll for me
        </button>
      </div>
    </div>
  );
}

/** Returns what is on the face of a die. Those with colours have a blank for 1 and a burst for 6. */
function faceOf({ letter, name, sides }: BattleDice, face: number): string {
  if (letter === null || sides !== 6 || name === "rift") return String(face);
  return { 1: "", 6: "✹" }[face] ?? String(face);
}

/** The faces of dice of one kind. A tap on a face adds a die; a tap on a die takes it away. */
function Faces({ dice, faces, onChange }: { dice: BattleDice; faces: number[]; onChange(faces: number[]): void }) {
  const missing = dice.count - faces.length;
  const all = Array.from({ length: dice.sides }, (_, n) => n + 1);
  return (
    <fieldset class={`dice of-${dice.name}`}>
      <legend>{dice.words}</legend>
      <div class="faces">
        {all.map((face) => (
          <button
            type="button"
            class="face"
            disabled={missing === 0}
            aria-label={`${dice.name} ${face}`}
            onClick={() => onChange([...faces, face])}
          >
            {faceOf(dice, face)}
          </button>
        ))}
        {dice.hits_on !== null && missing > 0 && (
          <button type="button" class="chip" onClick={() => onChange([...faces, ...Array<number>(missing).fill(1)])}>
            {faces.length === 0 ? "all miss" : "rest miss"}
          </button>
        )}
      </div>
      <div class="thrown">
        {faces.map((face, n) => (
          <button
            type="button"
            class="die"
            aria-label={`Take away ${dice.name} ${face}`}
            onClick={() => onChange(faces.filter((_, other) => other !== n))}
          >
            {faceOf(dice, face)}
          </button>
        ))}
        {Array.from({ length: missing }, () => (
          <span class="die is-missing" aria-hidden="true" />
        ))}
      </div>
    </fieldset>
  );
}

function Hits({ roll, hits, onChange }: { roll: BattleRoll; hits: number; onChange(hits: number): void }) {
  const inWords = useWords();
  const set = (count: number) => onChange(Math.max(0, Math.min(roll.most ?? count, count)));
  return (
    <fieldset class="dice">
      <legend>
        {inWords(roll.who)}: {inWords(roll.words)}
      </legend>
      <div class="stepper with-name">
        <button type="button" aria-label={`One hit fewer, ${roll.who}`} onClick={() => set(hits - 1)}>
          −
        </button>
        <span class="count">
          {roll.most === null ? `${hits} ${hits === 1 ? "hit" : "hits"}` : `${hits} of ${roll.most} hit`}
        </span>
        <button type="button" aria-label={`One hit more, ${roll.who}`} onClick={() => set(hits + 1)}>
          +
        </button>
      </div>
    </fieldset>
  );
}
