// Saves a fleet or a blueprint under a name.

import { useState } from "preact/hooks";
import type { Saved } from "../saved";
import { isSame, withItems } from "../saved";
import { Sheet } from "./sheet";
import { useModel, useModelState } from "./use";

interface SaveProps {
  kind: Saved["kind"];
  text: string;
  label: string;
}

export function SaveButton({ kind, text, label }: SaveProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" disabled={text.trim() === ""} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && <SaveSheet kind={kind} text={text} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SaveSheet({ kind, text, onClose }: Omit<SaveProps, "label"> & { onClose(): void }) {
  const model = useModel();
  const { fight: { rules }, saved } = useModelState();
  const [name, setName] = useState(text.slice(0, 60));
  const save = (event: Event) => {
    event.preventDefault();
    const item = { kind, name: name.trim() || text, rules, text };
    const isKnown = saved.some((other) => isSame(other, item));
    model.keep(withItems(saved, [item]), isKnown ? `${item.name} was replaced` : undefined);
    onClose();
  };
  return (
    <Sheet title={kind === "fleet" ? "Save this fleet" : "Save this blueprint"} onClose={onClose}>
      <form class="form" onSubmit={save}>
        <p class="typed">{text}</p>
        <label>
          Name
          <input
            type="text"
            maxLength={100}
            data-first
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Save
        </button>
      </form>
    </Sheet>
  );
}
