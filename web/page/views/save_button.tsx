// Saves a fleet or a blueprint under a name.

import { useState } from "preact/hooks";
import type { Saved } from "../saved";
import { keepItems, savedItems, withItems } from "../saved";
import { Sheet } from "./sheet";
import { useModelState } from "./use";

interface SaveProps {
  kind: Saved["kind"];
  text: string;
  label: string;
  onSaved?(): void;
}

export function SaveButton({ kind, text, label, onSaved }: SaveProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" disabled={text.trim() === ""} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <SaveSheet
          kind={kind}
          text={text}
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false);
            onSaved?.();
          }}
        />
      )}
    </>
  );
}

function SaveSheet({ kind, text, onClose, onSaved }: Omit<SaveProps, "label"> & { onClose(): void; onSaved(): void }) {
  const { rules } = useModelState().fight;
  const [name, setName] = useState(text.slice(0, 60));
  const save = (event: Event) => {
    event.preventDefault();
    keepItems(withItems(savedItems(), [{ kind, name: name.trim() || text, rules, text }]));
    onSaved();
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
