// The odds, always in view.

import { useEffect, useState } from "preact/hooks";
import type { Odds } from "../api";
import type { State } from "../model";
import { capital } from "./fleet";
import { Named } from "./misread";
import { useWords } from "./use";

/** Time after which new odds are read aloud, in milliseconds. */
const SPOKEN_AFTER = 700;

/** Returns the odds in words, as the library says them. */
function spoken(odds: Odds): string {
  const outcomes = odds.charts[0]?.bars ?? [];
  return [odds.shown.headline, ...outcomes.map((bar) => `${bar.label} ${bar.percent}`)].join(", ");
}

/** Says the odds to those who do not see them, once they rest. */
function Announcer({ odds }: { odds: Odds | undefined }) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(odds ? spoken(odds) : ""), SPOKEN_AFTER);
    return () => clearTimeout(timer);
  }, [odds]);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {words}
    </div>
  );
}

export function OddsPanel({ state }: { state: State }) {
  const { odds, solving, isStale = false, problem, desk } = state;
  const kind = solving ? "odds is-solving" : isStale ? "odds is-stale" : "odds";
  return (
    <>
      <section class={kind} aria-label="Odds" aria-busy={solving}>
        <Announcer odds={solving || isStale ? undefined : odds} />
        {odds ? <Outcomes odds={odds} solving={solving} /> : <NoOdds solving={solving} problem={problem ?? desk?.lack} />}
      </section>
      <Card odds={odds} isStale={isStale} />
    </>
  );
}

function Outcomes({ odds, solving }: { odds: Odds; solving: boolean }) {
  const outcomes = odds.charts[0]?.bars ?? [];
  return (
    <>
      <h2 class="headline">
        {odds.shown.headline}
        {solving && <Spinner />}
      </h2>
      <div class="odds-bar" aria-hidden="true">
        {outcomes.map((bar) => (
          <span class={`fill side${bar.side ?? "-none"}`} style={{ flexGrow: bar.share.toFixed(6) }} />
        ))}
      </div>
      <ul class="outcomes">
        {outcomes.map((bar) => (
          <li>
            <strong>{bar.percent}</strong>
            <span class="label">
              <span class={`dot side${bar.side ?? "-none"}`} aria-hidden="true" />
              {bar.label}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Losses and survivors, and how the sides played. It keeps its height when the odds change. */
function Card({ odds, isStale }: { odds: Odds | undefined; isStale: boolean }) {
  const inWords = useWords();
  const facts = odds?.shown.facts.slice(1) ?? [];
  return (
    <section class={isStale ? "card is-stale" : "card"} aria-label="Losses and play">
      {odds?.card.sides.map((side) => <p>{capital(inWords(side))}</p>)}
      {odds?.card.play != null && <p>{capital(inWords(odds.card.play))}</p>}
      <p>
        {facts.map(inWords).join(" · ")}
        {odds && !odds.is_exact && " · simulated: too large for exact odds on this page"}
      </p>
    </section>
  );
}

function NoOdds({ solving, problem }: { solving: boolean; problem: string | null | undefined }) {
  if (solving) {
    return (
      <p class="headline">
        Computing the odds
        <Spinner />
      </p>
    );
  }
  return (
    <>
      <p class="headline no-odds">No odds</p>
      {problem != null && (
        <p class="fact">
          <Named text={capital(problem.split("\n")[0] ?? "")} />
        </p>
      )}
    </>
  );
}

export function Spinner() {
  return (
    <span class="spinner" role="img" aria-label="computing" />
  );
}
