// Undo and redo: buttons, keys, and a message after what a player may regret.

import { useEffect } from "preact/hooks";
import { useModel, useModelState, useWords } from "./use";

/** Time for which the message stays, in milliseconds. */
const SHOWN = 8000;

/** Whether a field has its own undo. The fleets are texts of the fight, so theirs is that of the page. */
function hasOwnUndo(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && !target.closest(".fleet-text");
}

/** Calls functions for the usual keys of undo and redo. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isUndo = key === "z" && !event.shiftKey;
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isUndo || isRedo)) return;
      if (hasOwnUndo(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (isUndo) undo();
      else redo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [undo, redo]);
}

interface UndoProps {
  canUndo: boolean;
  canRedo: boolean;
  onUndo(): void;
  onRedo(): void;
}

export function UndoButtons({ canUndo, canRedo, onUndo, onRedo }: UndoProps) {
  return (
    <>
      <button type="button" class="quiet undo" disabled={!canUndo} onClick={onUndo}>
        <span aria-hidden="true">↶</span> <span class="unseen">Undo</span>
      </button>
      <button type="button" class="quiet undo" disabled={!canRedo} onClick={onRedo}>
        <span aria-hidden="true">↷</span> <span class="unseen">Redo</span>
      </button>
    </>
  );
}

/** Undo and redo of changes to the fight. */
export function FightUndo() {
  const model = useModel();
  const { canUndo, canRedo } = useModelState();
  const [undo, redo] = [() => model.undo(), () => model.redo()];
  useUndoKeys(undo, redo);
  return <UndoButtons canUndo={canUndo} canRedo={canRedo} onUndo={undo} onRedo={redo} />;
}

/** Says what was just done, with a button that undoes it. */
export function DoneMessage() {
  const model = useModel();
  const { done } = useModelState();
  const inWords = useWords();
  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => model.update({ done: undefined }), SHOWN);
    return () => clearTimeout(timer);
  }, [model, done]);
  return (
    <div class="done" role="status">
      {done !== undefined && (
        <p>
          <span>{inWords(done)}.</span>
          <button type="button" onClick={() => model.undo()}>
            Undo
          </button>
        </p>
      )}
    </div>
  );
}
