// Hooks that several views share.

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Palette, SideIndex } from "../api";
import { isProblem } from "../api";
import type { Model, State } from "../model";
import { withNames } from "../names";

export const ModelContext = createContext<Model | undefined>(undefined);

export function useModel(): Model {
  const model = useContext(ModelContext);
  if (!model) throw new Error("a view has no model");
  return model;
}

/** Returns what is on the screen, and draws the view again when it changes. */
export function useModelState(): State {
  const model = useModel();
  const [state, setState] = useState(model.state);
  useEffect(() => model.subscribe(() => setState(model.state)), [model]);
  return state;
}

/** Returns what can be added to a fleet, once it is known. */
export function usePalette(): Palette | undefined {
  const model = useModel();
  const { rules } = useModelState().fight;
  const [palette, setPalette] = useState<Palette>();
  useEffect(() => {
    let isCurrent = true;
    model.palette().then((answer) => {
      if (!isCurrent) return;
      if (isProblem(answer)) model.update({ alert: answer.problem });
      else setPalette(answer);
    }, (error: unknown) => model.alert(error));
    return () => {
      isCurrent = false;
    };
  }, [model, rules]);
  return palette?.rules === rules ? palette : undefined;
}

/** Returns a function that gives names for people. */
export function useNames(): (name: string) => string {
  const names = usePalette()?.names;
  return (name) => names?.[name] ?? name;
}

/** Returns a function that puts names for people into a text of the library. */
export function useWords(): (text: string) => string {
  const palette = usePalette();
  return (text) => (palette ? withNames(palette, text) : text);
}

/**
 * Returns a function that adds a ship to a fleet. Neutral ships and those of players do not fight
 * side by side, so one kind replaces the other.
 */
export function useAdd(side: SideIndex): (ship: string, owner: string | null) => void {
  const model = useModel();
  const palette = usePalette();
  return (ship, owner) => {
    const isNeutral = (name: string) => palette?.ships.some((other) => other.class === name && other.is_neutral) ?? false;
    const groups = model.state.views[side]?.groups ?? [];
    const others = groups.filter((group) => isNeutral(group.class) !== isNeutral(ship));
    if (others.length === 0) model.edit(side, { do: "add", class: ship, owner });
    else model.setFleet(side, owner === null ? ship : `${owner}/${ship}`, "The fleet was replaced");
  };
}

/** Returns the name of a ship with its species or faction. */
export function shipName(named: (name: string) => string, owner: string | null, ship: string): string {
  return owner === null ? named(ship) : `${named(owner)} ${named(ship)}`;
}
