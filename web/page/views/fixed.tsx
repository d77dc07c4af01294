// A battle that this page answers, but cannot edit: one of several parties, or from a longer file.

import type { State } from "../model";
import { Trouble } from "./report";
import { Result } from "./result";
import { useModel, useModelState, useWords } from "./use";

export function Fixed({ fixed }: { fixed: NonNullable<State["fixed"]> }) {
  const model = useModel();
  const { odds, problem } = useModelState();
  const inWords = useWords();
  return (
    <>
      <section class="fleet" aria-label="Sides">
        <p class="fact">{fixed.title}. The odds of this scenario are shown; it cannot be changed here.</p>
        <ul class="ships">
          {fixed.sides.map(({ name, fleet }) => (
            <li class="ship">
              <span class="name">{name}</span> <span class="summary">{inWords(fleet)}</span>
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => model.leaveFixed()}>
          Start with two fleets
        </button>
      </section>
      {problem !== undefined && <Trouble text={problem} />}
      {odds && (
        <section class="panels" aria-label="Result">
          <div class="panel">
            <Result />
          </div>
        </section>
      )}
    </>
  );
}
