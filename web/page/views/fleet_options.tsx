// Options of a side: technologies, species, retreat, abilities and the order of losses.

import { useEffect, useState } from "preact/hooks";
import type { PaletteOption, Problem, SetOption, SideIndex } from "../api";
import { isProblem } from "../api";
import { ROLES, capital } from "./fleet";
import { Picker } from "./picker";
import { Sheet } from "./sheet";
import { useModel, useModelState, useNames, usePalette } from "./use";

/** Returns an option with its value, in words for people. */
function nameOf({ name, count, value }: SetOption, named: (name: string) => string): string {
  const counted = count === null ? named(name) : `${count} ${named(name)}`;
  return value === null ? counted : `${counted}: ${named(value)}`;
}

export function FleetOptions({ side, options }: { side: SideIndex; options: SetOption[] }) {
  const model = useModel();
  const palette = usePalette();
  const named = useNames();
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<string>();
  const known = palette?.options ?? [];
  const option = known.find(({ name }) => name === edited);
  // A species or faction is chosen first, so it has a button of its own.
  const isSet = (name: string) => options.some((option) => option.name === name);
  const owners = known.map(({ name }) => name).find((name) => name === palette?.owner_term && !isSet(name));
  const choices = known.map(({ name, summary, owner, section }) => ({
    name,
    section: capital(section),
    title: named(name),
    summary: owner === null ? summary : `${named(owner)}: ${summary}`,
  }));
  const isPlain = (name: string) => {
    const found = known.find((option) => option.name === name);
    return found?.kind === "flag" && found.copies === 1;
  };
  const set = (name: string, count: number | null, value: string | null) => {
    setEdited(undefined);
    model.edit(side, { do: "option", name, count, value });
  };
  const add = (name: string) => {
    setIsAdding(false);
    if (isPlain(name)) set(name, null, null);
    else setEdited(name);
  };
  return (
    <>
      {known.length > 0 && (
        <button type="button" class="add" onClick={() => setIsAdding(true)}>
          + Option <span class="unseen">for the {ROLES[side]}</span>
        </button>
      )}
      {owners !== undefined && (
        <button type="button" class="add" onClick={() => setEdited(owners)}>
          + {named(owners)} <span class="unseen">of the {ROLES[side]}</span>
        </button>
      )}
      {options.map((option) => (
        <span class="option" key={option.name}>
          <button type="button" class="option-name" onClick={() => setEdited(option.name)}>
            {nameOf(option, named)}
          </button>
          <button
            type="button"
            class="option-drop"
            aria-label={`Remove ${named(option.name)}, ${ROLES[side]}`}
            onClick={() => model.edit(side, { do: "drop", name: option.name }, `${named(option.name)} was removed`)}
          >
            ×
          </button>
        </span>
      ))}
      {isAdding && (
        <Picker title={`Option of the ${ROLES[side]}`} choices={choices} onPick={add} onClose={() => setIsAdding(false)} />
      )}
      {option && !isPlain(option.name) && (
        <OptionValue
          side={side}
          option={option}
          present={options.find(({ name }) => name === option.name)}
          onSet={(count, value) => set(option.name, count, value)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface ValueProps {
  option: PaletteOption;
  /** The option as it is set. */
  present: SetOption | undefined;
  onSet(count: number | null, value: string | null): void;
  onClose(): void;
}

/** Asks for the value of an option, from a list where there is one, and for its copies. */
function OptionValue({ side, ...props }: ValueProps & { side: SideIndex }) {
  return props.option.kind === "one_of" ? <ListedValue side={side} {...props} /> : <TypedValue {...props} />;
}

function ListedValue({ side, option, onSet, onClose }: ValueProps & { side: SideIndex }) {
  const model = useModel();
  const { fight } = useModelState();
  const named = useNames();
  const [values, setValues] = useState<string[]>();
  useEffect(() => {
    let isCurrent = true;
    const request = { ask: "values", fight, side, option: option.name };
    model.editor.ask<{ values: string[] } | Problem>(request).then((answer) => {
      if (!isCurrent) return;
      if (!isProblem(answer)) return setValues(answer.values);
      onClose();
      model.update({ alert: answer.problem });
    }, (error: unknown) => model.alert(error));
    return () => {
      isCurrent = false;
    };
  }, [model, fight, side, option.name]);
  if (!values) return null;
  const plain = option.needs_value ? [] : [{ name: option.name, title: named(option.name), summary: "without a value" }];
  const choices = [...plain, ...values.map((name) => ({ name, title: named(name) }))];
  const pick = (name: string) => onSet(null, name === option.name ? null : name);
  return <Picker title={named(option.name)} choices={choices} onPick={pick} onClose={onClose} />;
}

/** Returns the value with which the field starts. */
function startOf({ needs_value, range, example }: PaletteOption): string {
  if (!needs_value) return "";
  return range ? String(Math.min(Math.max(1, range[0]), range[1])) : example;
}

function TypedValue({ option, present, onSet, onClose }: ValueProps) {
  const [copies, setCopies] = useState(String(present?.count ?? 1));
  const [value, setValue] = useState(present ? (present.value ?? "") : startOf(option));
  const isMissing = option.needs_value && value.trim() === "";
  const submit = (event: Event) => {
    event.preventDefault();
    const count = Number.parseInt(copies, 10);
    onSet(count > 1 ? count : null, value.trim() === "" ? null : value.trim());
  };
  const named = useNames();
  const term = option.value_term || named(option.name);
  const label = option.needs_value ? capital(term) : `${capital(term)} (may be empty)`;
  return (
    <Sheet title={named(option.name)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>{option.summary}</p>
        {option.copies > 1 && <NumberField label="How many" value={copies} range={[1, option.copies]} onInput={setCopies} />}
        {option.kind === "number" && <NumberField label={label} value={value} range={option.range} onInput={setValue} />}
        {option.kind === "text" && (
          <label>
            {label}
            <input
              type="text"
              data-first
              placeholder={option.example}
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          </label>
        )}
        <button type="submit" class="primary" disabled={isMissing}>
          Set
        </button>
      </form>
    </Sheet>
  );
}

interface NumberProps {
  label: string;
  value: string;
  range: [number, number] | null;
  onInput(value: string): void;
}

/** A number that can be typed, or changed by taps within its range. */
function NumberField({ label, value, range, onInput }: NumberProps) {
  const [least, most] = range ?? [0, Number.MAX_SAFE_INTEGER];
  const number = Number.parseInt(value, 10);
  const step = (by: number) => {
    const next = Number.isNaN(number) ? Math.max(1, least) : number + by;
    onInput(String(Math.min(Math.max(next, least), most)));
  };
  return (
    <div class="field">
      <span>{label}</span>
      <span class="number">
        <button type="button" aria-label={`${label}: one less`} onClick={() => step(-1)}>
          −
        </button>
        <input
          type="text"
          inputMode="numeric"
          aria-label={label}
          data-first
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        <button type="button" aria-label={`${label}: one more`} onClick={() => step(1)}>
          +
        </button>
      </span>
    </div>
  );
}
