// One fleet: its ships, its options, and its text.

import { useId, useState } from "preact/hooks";
import type { DeskSide, Group, PaletteShip, SideIndex } from "../api";
import { FleetText } from "./fleet_text";
import { FleetOptions } from "./fleet_options";
import { Picker } from "./picker";
import type { Choice } from "./picker";
import { Trouble } from "./report";
import { RetreatOption } from "./retreat";
import { Ship } from "./ship";
import { useModel, useModelState, usePalette } from "./use";

export const ROLES = ["attacker", "defender"] as const;

/** Returns a word with a capital. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function Fleet({ side }: { side: SideIndex }) {
  const { desk } = useModelState();
  const heading = useId();
  const shown = desk?.sides[side];
  return (
    <section class={`fleet of-side${side}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{capital(ROLES[side])}</h2>
        {shown?.view && <Cost cost={shown.view.cost} unit={shown.view.unit} />}
      </header>
      {shown && <Ships side={side} shown={shown} />}
      <FleetText side={side} />
      {shown?.problem !== undefined && <Trouble text={shown.problem} />}
    </section>
  );
}

function Cost({ cost, unit }: { cost: number; unit: string }) {
  return (
    <span class="cost">
      {Number(cost.toFixed(2))} {unit}
    </span>
  );
}

function Ships({ side, shown }: { side: SideIndex; shown: DeskSide }) {
  const [open, setOpen] = useState<number>();
  const groups: Group[] = shown.view?.groups ?? [];
  return (
    <>
      {groups.length > 0 && (
        <ul class="ships">
          {groups.map((group, n) => (
            <Ship
              key={n}
              side={side}
              at={n}
              group={group}
              isOpen={open === n}
              onToggle={() => setOpen(open === n ? undefined : n)}
            />
          ))}
        </ul>
      )}
      {shown.view && (
        <div class="adds">
          <AddShip side={side} />
          <FleetOptions side={side} options={shown.view.options} />
          <RetreatOption side={side} retreat={shown.view.retreat} />
        </div>
      )}
    </>
  );
}

function choiceOf(ship: PaletteShip, unit: string): Choice {
  const price = ship.cost === null ? "" : ` · ${ship.cost} ${unit}`;
  const name = ship.owner === null ? ship.class : `${ship.owner} ${ship.class}`;
  return { name, summary: ship.summary + price, section: ship.section };
}

function AddShip({ side }: { side: SideIndex }) {
  const model = useModel();
  const palette = usePalette();
  const [isOpen, setIsOpen] = useState(false);
  const choices = (palette?.ships ?? []).map((ship) => ({ ...choiceOf(ship, palette?.unit ?? ""), ship }));
  const pick = (name: string) => {
    const ship = choices.find((choice) => choice.name === name)?.ship;
    setIsOpen(false);
    if (ship) model.edit(side, { do: "add", class: ship.class, owner: ship.owner });
  };
  return (
    <>
      <button type="button" class="add" disabled={!palette} onClick={() => setIsOpen(true)}>
        + Ship <span class="unseen">for the {ROLES[side]}</span>
      </button>
      {isOpen && (
        <Picker title={`Ship for the ${ROLES[side]}`} choices={choices} onPick={pick} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
