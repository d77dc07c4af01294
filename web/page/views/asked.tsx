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

/** Asks when a panel is open, and again when the request changes. The last answer stays until the new one is there. */
export function useAsked<T extends object>(analyst: Calculator, request: object): { answer?: T | Problem; isBusy: boolean } {
  const [answer, setAnswer] = useState<T | Problem>();
  const [isBusy, setIsBusy] = useState(true);
  const key = JSON.stringify(request);
  useEffect(() => {
    let isCurrent = true;
    setIsBusy(true);
    const show = (answer: T | Problem) => {
      if (!isCurrent) return;
      setAnswer(answer);
      setIsBusy(false);
    };
    analyst.askNewest<T | Problem>(request).then(show, (error: unknown) => {
      if (!(error instanceof Replaced)) show({ problem: messageOf(error) });
    });
    return () => {
      isCurrent = false;
    };
  }, [analyst, key]);
  return { ...(answer && { answer }), isBusy };
}

/** What was asked, marked while it is computed. */
export function Asked({ isBusy, children }: { isBusy: boolean; children: ComponentChildren }) {
  return (
    <div class={isBusy ? "asked is-busy" : "asked"} aria-busy={isBusy}>
      {isBusy && (
        <p class="fact">
          Computing <Spinner />
        </p>
      )}
      {children}
    </div>
  );
}

interface AskedProps {
  analyst: Calculator;
  request: object;
  /** What follows the report. */
  after?: (shown: Shown) => ComponentChildren;
}

/** Asks for a report and shows it. */
export function AskedReport({ analyst, request, after }: AskedProps) {
  const { answer, isBusy } = useAsked<Shown>(analyst, request);
  return (
    <Asked isBusy={isBusy}>
      {answer && (isProblem(answer) ? <Trouble text={answer.problem} /> : <Report shown={answer} />)}
      {answer && !isProblem(answer) && after?.(answer)}
    </Asked>
  );
}
