// The text of a fleet, with completion at the cursor.

import { useId, useRef, useState } from "preact/hooks";
import type { Completion, Problem, SideIndex } from "../api";
import { isProblem } from "../api";
import { ROLES } from "./fleet";
import { useModel, useModelState } from "./use";

/** Completions that are listed at most. */
const MOST = 8;

/** Returns the place in a text after this many bytes of UTF-8. */
function afterBytes(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
}

export function FleetText({ side }: { side: SideIndex }) {
  const model = useModel();
  const { fight } = useModelState();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [offers, setOffers] = useState<Completion[]>([]);
  const [marked, setMarked] = useState(-1);
  const text = fight.fleets[side];

  const look = async (text: string) => {
    const cursor = new TextEncoder().encode(text.slice(0, field.current?.selectionStart ?? text.length)).length;
    const request = { ask: "complete", fight, text, cursor };
    // A name that is typed to its end needs no completion, and neither does a place without a letter.
    const typed = ({ range }: Completion) => range.end - range.start;
    const isNew = (offer: Completion) => typed(offer) > 0 && offer.name.length > typed(offer);
    try {
      const answer = await model.editor.ask<{ completions: Completion[] } | Problem>(request);
      // The player has typed on, or has left the field.
      if (field.current?.value !== text || document.activeElement !== field.current) return;
      setMarked(-1);
      const found = isProblem(answer) ? [] : answer.completions;
      const isWhole = found.some((offer) => offer.name.length === typed(offer));
      setOffers(isWhole ? [] : found.filter(isNew).slice(0, MOST));
    } catch (error) {
      model.alert(error);
    }
  };
  const close = () => {
    setOffers([]);
    setMarked(-1);
  };
  const take = ({ range, name }: Completion) => {
    const [start, end] = [afterBytes(text, range.start), afterBytes(text, range.end)];
    close();
    model.type(side, text.slice(0, start) + name + text.slice(end));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const offer = offers[marked];
    if (event.key === "Enter") {
      event.preventDefault();
      if (offer) take(offer);
      else close();
    } else if (event.key === "Escape" && offers.length > 0) {
      event.preventDefault();
      close();
    } else if (offers.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setMarked((marked + step + offers.length) % offers.length);
    }
  };
  return (
    <div class="fleet-text">
      <label>
        <span>As text</span>
        <textarea
          ref={field}
          rows={1}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-label={`Fleet of the ${ROLES[side]} as text`}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={marked >= 0 ? `${list}-${marked}` : undefined}
          value={text}
          onInput={(event) => {
            const typed = event.currentTarget.value.replace(/\n/g, " ");
            model.type(side, typed);
            void look(typed);
          }}
          onKeyDown={press}
          onBlur={close}
        />
      </label>
      <ul id={list} role="listbox" class="offers" aria-label="Completions" hidden={offers.length === 0}>
        {offers.map((offer, n) => (
          <li
            id={`${list}-${n}`}
            key={offer.name}
            role="option"
            aria-selected={n === marked}
            onPointerDown={(event) => {
              event.preventDefault();
              take(offer);
            }}
          >
            {offer.name}
          </li>
        ))}
      </ul>
    </div>
  );
}
