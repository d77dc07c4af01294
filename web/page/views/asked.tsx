// A report that is computed when its panel is open, and again when the fight changes.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Problem, Shown } from "../api";
import { isProblem } from "../api";
import type { Calculator } from "../calculator";
import { Replaced } from "../calculator";
import { messageOf } from "../model";
import { Spinner } from "./odds";
import { Report, Trouble } from "./report";

interface AskedProps {
  analyst: Calculator;
  request: object;
  /** What follows the report. */
  after?: (shown: Shown) => ComponentChildren;
}

/** Asks for a report and shows it. The last one stays until the new one is there. */
export function AskedReport({ analyst, request, after }: AskedProps) {
  const [shown, setShown] = useState<Shown | Problem>();
  const [isBusy, setIsBusy] = useState(true);
  const key = JSON.stringify(request);
  useEffect(() => {
    let isCurrent = true;
    setIsBusy(true);
    const show = (answer: Shown | Problem) => {
      if (!isCurrent) return;
      setShown(answer);
      setIsBusy(false);
    };
    analyst.askNewest<Shown | Problem>(request).then(show, (error: unknown) => {
      if (!(error instanceof Replaced)) show({ problem: messageOf(error) });
    });
    return () => {
      isCurrent = false;
    };
  }, [analyst, key]);
  return (
    <div class={isBusy ? "asked is-busy" : "asked"} aria-busy={isBusy}>
      {isBusy && (
        <p class="fact">
          Computing <Spinner />
        </p>
      )}
      {shown && (isProblem(shown) ? <Trouble text={shown.problem} /> : <Report shown={shown} />)}
      {shown && !isProblem(shown) && after?.(shown)}
    </div>
  );
}
