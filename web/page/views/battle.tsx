// A battle at the table, step by step: roll, choose, and see the odds change.

import { useEffect, useState } from "preact/hooks";
import type { BattleChoice, BattleNext, BattleNow, BattleSide, Fight, Problem, Shown } from "../api";
import { isProblem } from "../api";
import type { Step } from "../battles";
import { START, keepBattle, keptBattle } from "../battles";
import type { Calculator } from "../calculator";
import { messageOf } from "../model";
import { AskedReport } from "./asked";
import { DiceEntry } from "./dice_entry";
import { capital } from "./fleet";
import { Spinner } from "./odds";
import { Notes, Trouble } from "./report";
import { Sendable } from "./share";
import { Sheet } from "./sheet";
import { UndoButtons, useUndoKeys } from "./undo";
import { useWords } from "./use";

interface BattleProps {
  fight: Fight;
  /** Code of the fight. */
  code: string;
  analyst: Calculator;
  table: Calculator;
}

export function BattleScreen({ fight, code, analyst, table }: BattleProps) {
  const [steps, setSteps] = useState<Step[]>(() => keptBattle(code));
  const [undone, setUndone] = useState<Step[]>([]);
  const [isEnding, setIsEnding] = useState(false);
  const [now, setNow] = useState<BattleNow>();
  const [events, setEvents] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);
  const last = steps.at(-1) ?? START;

  const walk = (steps: Step[], undone: Step[] = []) => {
    keepBattle(code, steps);
    setUndone(undone);
    // A second tap on the same choice would be a step of its own.
    setIsBusy(true);
    setSteps(steps);
  };
  const go = (step: Step) => walk([...steps, step]);
  const canUndo = steps.length > 1 && !isBusy;
  const next = isBusy ? undefined : undone.at(-1);
  const undo = () => canUndo && walk(steps.slice(0, -1), [...undone, last]);
  const redo = () => next && walk([...steps, next], undone.slice(0, -1));
  useUndoKeys(undo, redo);
  const startAgain = () => {
    setIsEnding(false);
    go(START);
  };
  useEffect(() => {
    let isCurrent = true;
    const settle = (change: () => void) => {
      if (!isCurrent) return;
      setIsBusy(false);
      change();
    };
    setIsBusy(true);
    setProblem(undefined);
    // Where there is nothing to choose, the battle goes on by itself.
    const goOn = async () => {
      const events: string[] = [];
      for (let step = last; ; ) {
        const answer = await table.ask<BattleNow | Problem>({ ask: "battle", fight, ...step });
        if (isProblem(answer)) return settle(() => setProblem(answer.problem));
        const forced = forcedBy(answer.next);
        if (!forced) {
          return settle(() => {
            setNow(answer);
            setEvents(events);
          });
        }
        events.push(forced.event);
        step = { record: forced.record, roll: null };
      }
    };
    goOn().catch((error: unknown) => settle(() => setProblem(messageOf(error))));
    return () => {
      isCurrent = false;
    };
  }, [table, last]);

  const rollForMe = async (record: string) => {
    setIsBusy(true);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    try {
      const answer = await table.ask<{ roll: string } | Problem>({ ask: "roll", fight, record, seed });
      if (isProblem(answer)) setProblem(answer.problem);
      else go({ record, roll: answer.roll });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setIsBusy(false);
  };

  return (
    <section class={isBusy ? "battle is-busy" : "battle"} aria-label="Battle" aria-busy={isBusy}>
      {now && <Standing now={now} />}
      {problem !== undefined && <Trouble text={problem} />}
      <Events events={events} />
      {now && (
        <Next
          next={now.next}
          isBusy={isBusy}
          onRoll={(roll) => go({ record: now.record, roll })}
          onRollForMe={() => void rollForMe(now.record)}
          onChoose={(record) => go({ record, roll: null })}
        />
      )}
      <div class="adds">
        <UndoButtons canUndo={canUndo} canRedo={next !== undefined} onUndo={undo} onRedo={redo} />
        <button type="button" class="quiet" disabled={last.record === null} onClick={() => setIsEnding(true)}>
          Start again
        </button>
      </div>
      {isEnding && (
        <Sheet title="Start this battle again?" onClose={() => setIsEnding(false)}>
          <div class="adds">
            <button type="button" class="primary" data-first onClick={startAgain}>
              Start again
            </button>
            <button type="button" onClick={() => setIsEnding(false)}>
              Go on with this battle
            </button>
          </div>
        </Sheet>
      )}
      <Notes notes={now?.warnings ?? []} />
      {now && last.record !== null && (
        <Course fight={fight} record={now.record} isOver={now.next.kind === "over"} analyst={analyst} />
      )}
    </section>
  );
}

/** Returns what the dice have done as a player says it. Records name what has not happened, too. */
function fateIn(text: string): string {
  return text
    .replace("destroys nothing, damages nothing", "does no damage")
    .replace("destroys nothing, ", "")
    .replace(", damages nothing", "");
}

/** Returns what happens next if there is no choice: in words, and the record with it. */
function forcedBy(next: BattleNext): { event: string; record: string } | undefined {
  if (next.kind !== "choose" || !next.is_forced) return undefined;
  const [choice] = next.choices;
  if (!choice) return undefined;
  const rolled = next.dice || next.roll;
  const dice = rolled === "" ? "" : `${rolled}: `;
  // Hits are noted by side.
  const who = next.dice === "" && rolled !== "" ? "" : `${next.who}: `;
  return { event: `${who}${dice}${fateIn(choice.choice)}`, record: choice.record };
}

/** What has just happened. */
function Events({ events }: { events: string[] }) {
  const inWords = useWords();
  return (
    <ul class="events" aria-live="polite" aria-label="What just happened">
      {events.map((event) => (
        <li>{capital(inWords(event))}</li>
      ))}
    </ul>
  );
}

interface CourseProps {
  fight: Fight;
  record: string;
  isOver: boolean;
  analyst: Calculator;
}

/** The odds so far, with luck and mistakes. It opens by itself at the end. */
function Course({ fight, record, isOver, analyst }: CourseProps) {
  const [isAsked, setIsAsked] = useState(false);
  const isOpen = isAsked || isOver;
  return (
    <details class="course" open={isOpen} onToggle={(event) => setIsAsked(event.currentTarget.open)}>
      <summary>Odds so far, luck and mistakes</summary>
      {isOpen && (
        <>
          <AskedReport
            analyst={analyst}
            request={{ ask: "analyse", fight, record }}
            after={(shown) => isOver && <Sendable label="A text to send" text={story(shown)} />}
          />
          <h3>Record</h3>
          <pre class="typed" tabIndex={0} role="group" aria-label="Record">
            {record.trim()}
          </pre>
        </>
      )}
    </details>
  );
}

/** Returns a battle that is over in a few words: who won, and each player's odds, luck and mistakes. */
function story({ headline, tables }: Shown): string {
  const skill = tables.find(({ title }) => title === "Luck and skill");
  const players = (skill?.columns ?? []).slice(1).map((player, n) => {
    const figures = skill?.rows.map((row) => `${row[0]} ${row[n + 1]}`) ?? [];
    return `${capital(player)}: ${figures.join(", ")}`;
  });
  return [headline, ...players].join(". ");
}

function Standing({ now }: { now: BattleNow }) {
  const [first, second] = now.sides.map((side) => side.worth?.win);
  const wins = [first ?? (second === undefined ? undefined : 1 - second), second];
  return (
    <>
      <div class="odds-bar" aria-hidden="true">
        {wins[0] !== undefined && (
          <>
            <span class="fill side0" style={{ flexGrow: wins[0].toFixed(6) }} />
            <span class="fill side1" style={{ flexGrow: (wins[1] ?? 1 - wins[0]).toFixed(6) }} />
          </>
        )}
      </div>
      <div class="standing">
        {now.sides.map((side, n) => (
          <SideNow side={side} at={n} worth={now.worth[n] ?? null} />
        ))}
      </div>
    </>
  );
}

function SideNow({ side, at, worth }: { side: BattleSide; at: number; worth: string | null }) {
  const inWords = useWords();
  return (
    <div class={`side-now of-side${at}`}>
      <h2>{capital(side.name)}</h2>
      {worth !== null && <p class="side-odds">{worth}</p>}
      <ul>
        {side.groups.map((group) => (
          <li class={group.number === 0 ? "is-lost" : undefined}>{inWords(group.number === 0 ? `no ${group.class} left` : group.text)}</li>
        ))}
      </ul>
    </div>
  );
}

interface NextProps {
  next: BattleNext;
  isBusy: boolean;
  onRoll(roll: string): void;
  onRollForMe(): void;
  onChoose(record: string): void;
}

function Next({ next, isBusy, onRoll, onRollForMe, onChoose }: NextProps) {
  const inWords = useWords();
  // Of some games only the hits are noted.
  const rolled = next.kind === "choose" ? next.dice || next.roll : "";
  return (
    <div class="next" aria-live="polite">
      <h3>
        {capital(inWords(next.words))} {isBusy && <Spinner />}
      </h3>
      {next.kind === "roll" && (
        <DiceEntry key={next.words} rolls={next.rolls} isBusy={isBusy} onRoll={onRoll} onRollForMe={onRollForMe} />
      )}
      {next.kind === "choose" && (
        <>
          {rolled !== "" && <p class="fact">{/^[a-z]\d/.test(rolled) ? rolled : capital(inWords(rolled))}</p>}
          <ul class="decisions">
            {next.choices.map((choice, n) => (
              <li key={choice.record}>
                <Decision choice={choice} worth={next.worth[n] ?? null} isBusy={isBusy} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface DecisionProps {
  choice: BattleChoice;
  worth: string | null;
  isBusy: boolean;
  onChoose(record: string): void;
}

function Decision({ choice, worth, isBusy, onChoose }: DecisionProps) {
  const inWords = useWords();
  return (
    <button
      type="button"
      class={choice.is_best ? "decision is-best" : "decision"}
      disabled={isBusy}
      onClick={() => onChoose(choice.record)}
    >
      <span class="name">{inWords(fateIn(choice.choice))}</span>
      <span class="decision-figures">
        {worth !== null && <span>{worth}</span>}
        <span class={`mark ${choice.mark ?? ""}`}>{choice.is_best ? "best" : choice.mark}</span>
      </span>
    </button>
  );
}
