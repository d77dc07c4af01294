// A list to choose from, with a search.

import { useRef, useState } from "preact/hooks";
import { Sheet } from "./sheet";

/** Something to choose. */
export interface Choice {
  name: string;
  summary?: string;
  section?: string;
  /** Rule that it would break. It can be chosen: another change may follow. */
  fault?: string | null;
}

interface PickerProps {
  title: string;
  choices: Choice[];
  onPick(name: string): void;
  onClose(): void;
}

const normal = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");

/** Returns the choices that have all words of a search; those whose names have them come first. */
function found(choices: Choice[], search: string): Choice[] {
  const words = normal(search).trim().split(" ");
  const has = (text: string) => words.every((word) => normal(text).includes(word));
  const named = choices.filter((choice) => has(choice.name));
  const described = choices.filter((choice) => !has(choice.name) && has(`${choice.name} ${choice.summary ?? ""} ${choice.section ?? ""}`));
  const all = [...named, ...described];
  return [...all.filter((choice) => !choice.fault), ...all.filter((choice) => choice.fault)];
}

export function Picker({ title, choices, onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const shown = found(choices, search);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  const pickFirst = (event: KeyboardEvent) => {
    const first = shown[0];
    if (event.key !== "Enter" || !first) return;
    event.preventDefault();
    onPick(first.name);
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <div class="picker" onKeyDown={move}>
        <input
          type="search"
          aria-label={`Search: ${title}`}
          placeholder="Search"
          autocomplete="off"
          data-first
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={pickFirst}
        />
        <ul ref={list} class="choices">
          {shown.map((choice, n) => (
            <>
              {choice.section && choice.section !== shown[n - 1]?.section && (
                <li class="section" key={`section ${choice.section}`}>
                  {choice.section}
                </li>
              )}
              <li key={choice.name}>
                <button type="button" class={choice.fault ? "choice is-faulty" : "choice"} onClick={() => onPick(choice.name)}>
                  <span class="choice-name">{choice.name}</span>
                  <span class="choice-summary">{choice.fault ?? choice.summary}</span>
                </button>
              </li>
            </>
          ))}
          {shown.length === 0 && <li class="none">Nothing has this name.</li>}
        </ul>
      </div>
    </Sheet>
  );
}
