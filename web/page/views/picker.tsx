// A list to choose from, with a search.

import { useRef, useState } from "preact/hooks";
import { hasWords, misspelt } from "../search";
import { Figures } from "./figures";
import { Named } from "./misread";
import { Sheet } from "./sheet";
import { useWords } from "./use";

/** Something to choose. */
export interface Choice {
  /** Name as typed. */
  name: string;
  /** Name for people, if it is another one. */
  title?: string;
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

/** Returns the choices for a search: those that fit first. If none has the words, `isGuess` is true. */
export function found(choices: Choice[], search: string): { shown: Choice[]; isGuess: boolean } {
  const named = choices.filter(({ name, title }) => hasWords(`${name} ${title ?? ""}`, search));
  const described = choices.filter(
    (choice) => !named.includes(choice) && hasWords(`${choice.name} ${choice.title ?? ""} ${choice.summary ?? ""} ${choice.section ?? ""}`, search),
  );
  const all = [...named, ...described];
  if (all.length === 0) return { shown: misspelt(choices, search, ({ name, title }) => [name, title ?? ""]), isGuess: true };
  const fitting = all.map((choice) => (choice.fault ? { ...choice, section: UNFIT } : choice));
  return { shown: inSections(fitting), isGuess: false };
}

/** Section of the choices that break a rule. */
const UNFIT = "These do not fit now";

/** Puts the choices of a section together, the first section first, and those that break a rule last. */
function inSections(choices: Choice[]): Choice[] {
  const sections = [...new Set(choices.map(({ section }) => section))].filter((section) => section !== UNFIT);
  return [...sections, UNFIT].flatMap((section) => choices.filter((choice) => choice.section === section));
}

export function Picker({ title, choices, onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const { shown, isGuess } = found(choices, search);
  const inWords = useWords();
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
          {isGuess && shown.length > 0 && <li class="section">Did you mean</li>}
          {shown.map((choice, n) => (
            <>
              {!isGuess &&
                choice.section && choice.section !== shown[n - 1]?.section && (
                <li class="section" key={`section ${choice.section}`}>
                  {choice.section}
                </li>
              )}
              <li key={choice.name}>
                <button type="button" class={choice.fault ? "choice is-faulty" : "choice"} onClick={() => onPick(choice.name)}>
                  <span class="choice-name">{choice.title ?? choice.name}</span>
                  <span class="choice-summary">{choice.fault ? <Named text={inWords(choice.fault)} /> : <Figures text={choice.summary ?? ""} />}</span>
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
