// Why a fleet cannot be read, in a sentence, with a button that mends it.

import { useEffect, useState } from "preact/hooks";
import type { Misread as Reason, SideIndex } from "../api";
import { capital } from "./fleet";
import { useModel, useModelState } from "./use";

/** Shows a text with the names between its back-ticks set off. */
export function Named({ text }: { text: string }) {
  return (
    <>
      {text.split("`").map((part, n) => (n % 2 === 1 ? <b>{part}</b> : part))}
    </>
  );
}

/** Time after which a fleet that cannot be read says why, in milliseconds: a name may only be half typed. */
const SAID_AFTER = 500;

export function Misread({ side, reason }: { side: SideIndex; reason: Reason }) {
  const model = useModel();
  const { fight } = useModelState();
  const [said, setSaid] = useState<string>();
  const text = fight.fleets[side];
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SAID_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  if (said !== text) return null;
  const { message, label, help, fleet, rules } = reason;
  const sentences = [message, label, help].filter((text) => text !== null);
  return (
    <div class="misread" role="group" aria-label="Error">
      <p>
        {sentences.map((text) => (
          <>
            <Named text={/[.?!]$/.test(text) ? capital(text) : `${capital(text)}.`} />{" "}
          </>
        ))}
      </p>
      {fleet !== null && (
        <button type="button" onClick={() => model.setFleet(side, fleet)}>
          Use {fleet}
        </button>
      )}
      {rules !== null && (
        <button type="button" onClick={() => model.setRules(rules.name)}>
          Play {rules.title}
        </button>
      )}
    </div>
  );
}
