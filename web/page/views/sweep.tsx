// How the odds change with the number of ships.

import { useState } from "preact/hooks";
import type { SideIndex } from "../api";
import type { Calculator } from "../calculator";
import { AskedReport } from "./asked";
import { SideChoice } from "./panels";
import { useModelState, useNames, usePalette } from "./use";

/** Numbers of ships beyond the present one that are tried. */
const MORE = 4;

export function SweepPanel({ analyst }: { analyst: Calculator }) {
  const { fight, desk } = useModelState();
  const palette = usePalette();
  const named = useNames();
  const [side, setSide] = useState<SideIndex>(0);
  const [chosen, setChosen] = useState<string>();
  const groups = desk?.sides[side].view?.groups ?? [];
  const others = (palette?.ships ?? []).filter((ship) => ship.owner === null).map((ship) => ship.class);
  const classes = [...new Set([...groups.map((group) => group.class), ...others])];
  const ship = chosen !== undefined && classes.includes(chosen) ? chosen : classes[0];
  const present = groups.find((group) => group.class === ship)?.count ?? 0;
  const request = { ask: "sweep", fight, side, class: ship, to: present + MORE };
  return (
    <>
      <div class="controls">
        <SideChoice side={side} onChoose={setSide} />
        <label class="select">
          <span>How many</span>
          <select value={ship} onChange={(event) => setChosen(event.currentTarget.value)}>
            {classes.map((name) => (
              <option value={name}>{named(name)}</option>
            ))}
          </select>
        </label>
      </div>
      {ship !== undefined && <AskedReport analyst={analyst} request={request} />}
    </>
  );
}
