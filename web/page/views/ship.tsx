// A group of ships of one kind: its number, and its blueprint, owner and damage.

import { useState } from "preact/hooks";
import type { Group, SideIndex } from "../api";
import { BlueprintSlots } from "./blueprint";
import { Figures } from "./figures";
import { Named } from "./misread";
import { Picker } from "./picker";
import { ROLES, capital } from "./fleet";
import { shipName, useModel, useModelState, useNames, usePalette, useWords } from "./use";

interface ShipProps {
  side: SideIndex;
  /** Number of the group in its fleet, from 0. */
  at: number;
  group: Group;
  isOpen: boolean;
  onToggle(): void;
}

export function Ship(props: ShipProps) {
  const { side, at, group, isOpen, onToggle } = props;
  const model = useModel();
  const fault = group.blueprint?.fault ?? null;
  const count = (count: number) => model.setCount(side, at, group, count);
  const name = shipName(useNames(), group.owner, group.class);
  const inWords = useWords();
  const whose = `${name}, ${ROLES[side]}`;
  return (
    <li class="ship">
      <div class="ship-row">
        <div class="stepper">
          <button type="button" aria-label={`One fewer: ${whose}`} onClick={() => count(group.count - 1)}>
            −
          </button>
          <span class="count" aria-label={`${group.count} ${name}`}>
            {group.count}
          </span>
          <button type="button" aria-label={`One more: ${whose}`} onClick={() => count(group.count + 1)}>
            +
          </button>
        </div>
        <button type="button" class="ship-name" aria-expanded={isOpen} onClick={onToggle}>
          <span class="name">{name}</span>
          <span class="summary">
            <Figures text={group.summary} />
          </span>
        </button>
      </div>
      {fault !== null && (
        <p class="fault">
          <Named text={inWords(fault)} />
        </p>
      )}
      {isOpen && <ShipDetails {...props} />}
    </li>
  );
}

/** The ships of a counter: their figures, and what else can be changed. */
export function ShipCard(props: DetailsProps) {
  const { group } = props;
  const named = useNames();
  const inWords = useWords();
  return (
    <div class="ship-card">
      <p>
        <span class="name">{shipName(named, group.owner, group.class)}</span>{" "}
        <span class="summary">
          <Figures text={group.summary} />
        </span>
      </p>
      {group.blueprint?.fault != null && (
        <p class="fault">
          <Named text={inWords(group.blueprint.fault)} />
        </p>
      )}
      <ShipDetails {...props} />
    </div>
  );
}

type DetailsProps = Pick<ShipProps, "side" | "at" | "group">;

function ShipDetails({ side, at, group }: DetailsProps) {
  const model = useModel();
  const remove = () => model.setCount(side, at, group, 0);
  return (
    <div class="details">
      {group.blueprint && <BlueprintSlots side={side} at={at} group={group} blueprint={group.blueprint} />}
      {group.damage && group.damage.most > 0 && <Damage side={side} at={at} damage={group.damage} />}
      <div class="adds">
        <Upgrade side={side} at={at} ship={group.class} />
        <Owner side={side} at={at} owner={group.owner} />
        <button type="button" class="quiet" onClick={remove}>
          Remove
        </button>
      </div>
    </div>
  );
}

/** Damage on each ship. A tap adds a point; after the last one a ship survives, it has none. */
function Damage({ side, at, damage }: { side: SideIndex; at: number; damage: NonNullable<Group["damage"]> }) {
  const model = useModel();
  return (
    <fieldset class="damage">
      <legend>Damage on each ship</legend>
      {damage.ships.map((points, ship) => (
        <button
          type="button"
          class={points > 0 ? "chip is-on" : "chip"}
          aria-label={`Ship ${ship + 1}: damage ${points} of ${damage.most}`}
          onClick={() =>
            model.edit(side, { do: "damage", group: at, ship, points: points >= damage.most ? 0 : points + 1 })
          }
        >
          {points}
          <small>/{damage.most}</small>
        </button>
      ))}
    </fieldset>
  );
}

/** A button that upgrades the ships, or takes their upgrade back, where there is one. */
function Upgrade({ side, at, ship }: { side: SideIndex; at: number; ship: string }) {
  const model = useModel();
  const palette = usePalette();
  const named = useNames();
  const upgraded = palette?.upgrades[ship];
  const [before] = Object.entries(palette?.upgrades ?? {}).find(([, upgrade]) => upgrade === ship) ?? [];
  const other = upgraded ?? before;
  if (other === undefined) return null;
  return (
    <button type="button" class="quiet" onClick={() => model.edit(side, { do: "class", group: at, class: other })}>
      {upgraded !== undefined ? `Upgrade to ${named(other)}` : `Back to ${named(other)}`}
    </button>
  );
}

/** Species or faction of the ships, where a group has its own. */
function Owner({ side, at, owner }: { side: SideIndex; at: number; owner: string | null }) {
  const model = useModel();
  const palette = usePalette();
  const named = useNames();
  const { views } = useModelState();
  const [isOpen, setIsOpen] = useState(false);
  if (!palette || palette.owner_is_side || palette.owners.length === 0) return null;
  const ofSide = views[side]?.options.find(({ name }) => name === palette.owner_term)?.value ?? "none";
  const choices = [{ name: "none", summary: ofSide === "none" ? "as printed" : `as the fleet: ${named(ofSide)}` }, ...palette.owners.map((name) => ({ name, title: named(name) }))];
  const pick = (name: string) => {
    setIsOpen(false);
    model.edit(side, { do: "owner", group: at, owner: name === "none" ? null : name });
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
        {capital(palette.owner_term)}: {named(owner ?? ofSide)}
      </button>
      {isOpen && <Picker title={palette.owner_term} choices={choices} onPick={pick} onClose={() => setIsOpen(false)} />}
    </>
  );
}
