// Options of a side: technologies, species, retreat, abilities and the order of losses.

import { useState } from "preact/hooks";
import type { Palette, PaletteOption, SetOption, SideIndex } from "../api";
import { ROLES } from "./fleet";
import { Picker } from "./picker";
import { Sheet } from "./sheet";
import { useModel, usePalette } from "./use";

export function FleetOptions({ side, options }: { side: SideIndex; options: SetOption[] }) {
  const model = useModel();
  const palette = usePalette();
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<string>();
  const known = palette?.options ?? [];
  const option = known.find(({ name }) => name === edited);
  const choices = known.map(({ name, summary, owner }) => ({
    name,
    summary: owner === null ? summary : `${owner}: ${summary}`,
  }));
  const add = (name: string) => {
    setIsAdding(false);
    const found = known.find((option) => option.name === name);
    if (found?.kind === "flag") model.edit(side, { do: "option", name, value: null });
    else setEdited(name);
  };
  const set = (value: string) => {
    setEdited(undefined);
    if (edited !== undefined) model.edit(side, { do: "option", name: edited, value });
  };
  return (
    <>
      {known.length > 0 && (
        <button type="button" class="add" onClick={() => setIsAdding(true)}>
          + Option <span class="unseen">for the {ROLES[side]}</span>
        </button>
      )}
      {options.map(({ name, value }) => (
        <span class="option" key={name}>
          <button type="button" class="option-name" onClick={() => setEdited(name)}>
            {value === null ? name : `${name}: ${value}`}
          </button>
          <button
            type="button"
            class="option-drop"
            aria-label={`Remove ${name}, ${ROLES[side]}`}
            onClick={() => model.edit(side, { do: "drop", name })}
          >
            ×
          </button>
        </span>
      ))}
      {isAdding && (
        <Picker title={`Option of the ${ROLES[side]}`} choices={choices} onPick={add} onClose={() => setIsAdding(false)} />
      )}
      {palette && option && option.kind !== "flag" && (
        <OptionValue
          palette={palette}
          option={option}
          value={options.find(({ name }) => name === option.name)?.value ?? null}
          onSet={set}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface ValueProps {
  palette: Palette;
  option: PaletteOption;
  value: string | null;
  onSet(value: string): void;
  onClose(): void;
}

/** Asks for the value of an option: from a list where there is one. */
function OptionValue({ palette, option, value, onSet, onClose }: ValueProps) {
  const values = valuesOf(palette, option);
  const choices = values.map((name) => ({ name }));
  if (choices.length > 0) return <Picker title={option.name} choices={choices} onPick={onSet} onClose={onClose} />;
  return <TypedValue option={option} value={value} onSet={onSet} onClose={onClose} />;
}

function valuesOf(palette: Palette, option: PaletteOption): string[] {
  if (option.kind === "owner") return palette.owners;
  if (option.kind === "truth") return option.values.length > 0 ? option.values : ["true", "false"];
  return option.values;
}

function TypedValue({ option, value, onSet, onClose }: Omit<ValueProps, "palette">) {
  const isNumber = option.kind === "number" || option.kind === "counted";
  const [typed, setTyped] = useState(value ?? (isNumber ? "1" : ""));
  const step = (by: number) => setTyped(String(Math.max(0, (Number.parseInt(typed, 10) || 0) + by)));
  return (
    <Sheet title={option.name} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onSet(typed);
        }}
      >
        <p>{option.summary}</p>
        <div class="number">
          {isNumber && (
            <button type="button" aria-label="One less" onClick={() => step(-1)}>
              −
            </button>
          )}
          <input
            type="text"
            aria-label={option.name}
            inputMode={isNumber ? "numeric" : "text"}
            data-first
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          {isNumber && (
            <button type="button" aria-label="One more" onClick={() => step(1)}>
              +
            </button>
          )}
        </div>
        <button type="submit" class="primary">
          Set
        </button>
      </form>
    </Sheet>
  );
}
