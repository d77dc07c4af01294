// One fleet: its ships, its options, and its text.

import { useId, useState } from "preact/hooks";
import type { PaletteShip, SideIndex, SideView } from "../api";
import { Counters, counted } from "./counters";
import { FleetText } from "./fleet_text";
import { FleetOptions } from "./fleet_options";
import { Misread } from "./misread";
import { Picker } from "./picker";
import type { Choice } from "./picker";
import { RetreatOption } from "./retreat";
import { Ship, ShipCard } from "./ship";
import { shipName, useAdd, useModelState, useNames, usePalette } from "./use";

export const ROLES = ["attacker", "defender"] as const;

/** Returns a word with a capital. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function Fleet({ side }: { side: SideIndex }) {
  const { desk, fight, views } = useModelState();
  const heading = useId();
  const shown = desk?.sides[side];
  const view = views[side];
  return (
    <section class={`fleet of-side${side}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{capital(ROLES[side])}</h2>
        {view && <Cost cost={view.cost} unit={view.unit} />}
      </header>
      {view && (
        // What cannot be read cannot be changed by taps, but it keeps its place.
        <div class={shown?.view ? undefined : "is-stale"} inert={!shown?.view}>
          <Ships key={fight.rules} side={side} view={view} />
        </div>
      )}
      <FleetText side={side} />
      {shown?.read_as != null && <p class="note">Read as: {shown.read_as}</p>}
      {shown?.problem !== undefined && <Misread side={side} reason={shown.problem} />}
    </section>
  );
}

function Cost({ cost, unit }: { cost: number; unit: string }) {
  return (
    <span class="cost">
      {Number(cost.toFixed(2))} {cost === 1 ? unit.replace(/s$/, "") : unit}
    </span>
  );
}

function Ships({ side, view }: { side: SideIndex; view: SideView }) {
  const palette = usePalette();
  const [opened, setOpened] = useState<{ at: number; class: string }>();
  const { groups, options, retreat } = view;
  // Other ships may have come into this place.
  const open = opened && groups[opened.at]?.class === opened.class ? opened.at : undefined;
  const usual = counted(palette, groups);
  const toggle = (at: number) => setOpened(open === at ? undefined : { at, class: groups[at]?.class ?? "" });
  const others = groups.map((group, at) => ({ group, at })).filter(({ at }) => usual.every((ship) => ship.at !== at));
  const counter = usual.find(({ at }) => at !== undefined && at === open);
  return (
    <>
      <Counters side={side} ships={usual} open={open} onToggle={toggle} />
      {counter?.group && open !== undefined && <ShipCard side={side} at={open} group={counter.group} />}
      {others.length > 0 && (
        <ul class="ships">
          {others.map(({ group, at }) => (
            <Ship key={at} side={side} at={at} group={group} isOpen={open === at} onToggle={() => toggle(at)} />
          ))}
        </ul>
      )}
      <div class="adds">
        <AddShip side={side} />
        <FleetOptions side={side} options={options} />
        <RetreatOption side={side} retreat={retreat} />
      </div>
    </>
  );
}

function choiceOf(ship: PaletteShip, unit: string, named: (name: string) => string): Choice {
  const price = ship.cost === null ? "" : ` · ${ship.cost} ${unit}`;
  const name = ship.owner === null ? ship.class : `${ship.owner} ${ship.class}`;
  const title = shipName(named, ship.owner, ship.class);
  return { name, title, summary: ship.summary + price, section: named(ship.section) === ship.section ? capital(ship.section) : named(ship.section) };
}

function AddShip({ side }: { side: SideIndex }) {
  const add = useAdd(side);
  const palette = usePalette();
  const named = useNames();
  const [isOpen, setIsOpen] = useState(false);
  const choices = (palette?.ships ?? []).map((ship) => ({ ...choiceOf(ship, palette?.unit ?? "", named), ship }));
  const pick = (name: string) => {
    const ship = choices.find((choice) => choice.name === name)?.ship;
    setIsOpen(false);
    if (ship) add(ship.class, ship.owner);
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
