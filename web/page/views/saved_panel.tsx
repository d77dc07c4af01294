// The tray: saved fleets and blueprints, and how each fares against the enemy.

import { useRef, useState } from "preact/hooks";
import type { SideIndex } from "../api";
import type { Calculator } from "../calculator";
import type { Saved } from "../saved";
import { exported, imported, withItems } from "../saved";
import { isLasting } from "../storage";
import { AskedReport } from "./asked";
import { ROLES } from "./fleet";
import { SideChoice } from "./panels";
import { SaveButton } from "./save_button";
import { useModel, useModelState } from "./use";

export function SavedPanel({ analyst }: { analyst: Calculator }) {
  const model = useModel();
  const { fight, saved: items } = useModelState();
  const [side, setSide] = useState<SideIndex>(0);
  const here = items.filter((item) => item.rules === fight.rules);
  return (
    <>
      <p class="lead">Fleets and blueprints are kept in this browser.</p>
      {!isLasting() && <p class="note">This browser does not let the page keep them. Export them before you close it.</p>}
      <SideChoice side={side} onChoose={setSide} />
      <div class="adds">
        <SaveButton
          kind="fleet"
          text={fight.fleets[side]}
          label={`Save the ${ROLES[side]}`}
        />
        <Exchange items={items} onImport={(added) => model.keep(withItems(items, added), "Saved fleets were imported")} />
      </div>
      {here.length === 0 && <p class="fact">Nothing is saved for this game yet.</p>}
      <ul class="saved">
        {here.map((item) => (
          <SavedRow
            key={`${item.kind} ${item.name}`}
            item={item}
            side={side}
            onRemove={() => model.keep(items.filter((other) => other !== item), `${item.name} was removed`)}
          />
        ))}
      </ul>
      <Ranking analyst={analyst} fleets={here} side={side} />
    </>
  );
}

function SavedRow({ item, side, onRemove }: { item: Saved; side: SideIndex; onRemove(): void }) {
  const model = useModel();
  const { fight } = useModelState();
  const use = () => {
    const own = fight.fleets[side];
    const text = item.kind === "blueprint" ? withShips(own, item.text) : item.text;
    model.setFleet(side, text, `The ${ROLES[side]} is ${item.kind === "blueprint" ? "larger" : item.name}`);
  };
  return (
    <li>
      <div class="saved-name">
        <span class="name">{item.name}</span>
        {item.name !== item.text && <span class="summary">{item.text}</span>}
      </div>
      <button type="button" class="quiet" onClick={use}>
        {item.kind === "blueprint" ? "Add" : "Use"} <span class="unseen">{item.name}</span>
      </button>
      <button type="button" class="quiet" onClick={onRemove} aria-label={`Remove ${item.name}`}>
        ×
      </button>
    </li>
  );
}

/** Returns a fleet with more ships, which are before its options. */
function withShips(fleet: string, added: string): string {
  const options = fleet.indexOf("&");
  const [ships, rest] = options < 0 ? [fleet, ""] : [fleet.slice(0, options), fleet.slice(options)];
  const all = ships.trim() === "" ? added : `${ships.trim()} + ${added}`;
  return `${all} ${rest}`.trim();
}

/** Odds of the fleet on the screen and of each saved one against the enemy. */
function Ranking({ analyst, fleets, side }: { analyst: Calculator; fleets: Saved[]; side: SideIndex }) {
  const { fight, desk } = useModelState();
  if (fleets.length === 0 || desk?.code == null) return null;
  const present = { name: "on the screen", text: fight.fleets[side] };
  const others = fleets.filter(({ text }) => text !== present.text).map(({ name, text }) => ({ name, text }));
  return <AskedReport analyst={analyst} request={{ ask: "compare", fight, side, fleets: [present, ...others] }} />;
}

/** Export and import of the whole tray, as JSON. */
function Exchange({ items, onImport }: { items: Saved[]; onImport(items: Saved[]): void }) {
  const model = useModel();
  const file = useRef<HTMLInputElement>(null);
  const save = () => {
    const url = URL.createObjectURL(new Blob([exported(items)], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "fleetodds-saved.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  const read = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      onImport(imported(await chosen.text()));
    } catch (error) {
      model.alert(error);
    }
    input.value = "";
  };
  return (
    <>
      <button type="button" class="quiet" disabled={items.length === 0} onClick={save}>
        Export
      </button>
      <button type="button" class="quiet" onClick={() => file.current?.click()}>
        Import
      </button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="File to import"
        hidden
        onChange={(event) => void read(event.currentTarget)}
      />
    </>
  );
}
