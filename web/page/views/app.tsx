// The whole page.

import { useEffect, useRef, useState } from "preact/hooks";
import { setAddress } from "../address";
import type { Calculator } from "../calculator";
import { AboutSheet } from "./about";
import { BattleScreen } from "./battle";
import { Fixed } from "./fixed";
import { Fleet } from "./fleet";
import { Named } from "./misread";
import { OddsPanel } from "./odds";
import { Panels } from "./panels";
import { ShareSheet } from "./share";
import { Sheet } from "./sheet";
import { DoneMessage, FightUndo } from "./undo";
import { useModel, useModelState, usePalette, useWords } from "./use";

type Screen = "Fleets" | "Battle";

/** State of the browser's history while a battle is played. */
const BATTLE = { screen: "Battle" };
const isBattle = (state: unknown) => (state as typeof BATTLE | null)?.screen === BATTLE.screen;

/** Workers besides those of the model: one answers what is asked about a fight, one plays battles. */
interface AppProps {
  analyst: Calculator;
  table: Calculator;
}

export function App({ analyst, table }: AppProps) {
  const model = useModel();
  const state = useModelState();
  const [screen, setScreen] = useState<Screen>("Fleets");
  // What comes in parts is shown as a whole, so that nothing moves while the page loads.
  const palette = usePalette();
  const isWhole = useRef(false);
  isWhole.current ||= state.fixed !== undefined || state.alert !== undefined || (state.desk !== undefined && palette !== undefined);
  // The browser's Back leads from the battle to the fleets, as its button does.
  useEffect(() => {
    // A page that is loaded anew shows the fleets.
    if (isBattle(history.state)) history.replaceState(null, "");
  }, []);
  useEffect(() => {
    const back = () => {
      if (isBattle(history.state)) return;
      setScreen("Fleets");
      if (screen === "Battle") setAddress(model.code);
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, [model, screen]);
  const choose = (chosen: Screen) => {
    if (chosen === screen) return;
    if (chosen === "Battle") history.pushState(BATTLE, "");
    else if (isBattle(history.state)) return history.back();
    setScreen(chosen);
  };
  return (
    <>
      <Header screen={screen} onScreen={choose} />
      {(screen === "Fleets" || state.fixed) && <OddsPanel state={state} />}
      <main class={isWhole.current ? undefined : "is-coming"}>
        {state.notice !== undefined && (
          <p class="note" role="status">
            {state.notice}
          </p>
        )}
        {state.fixed ? (
          <Fixed fixed={state.fixed} />
        ) : screen === "Fleets" ? (
          <Fleets analyst={analyst} />
        ) : (
          <BattleOf analyst={analyst} table={table} />
        )}
      </main>
      <DoneMessage />
      {state.alert !== undefined && (
        <Sheet title="This did not work" onClose={() => model.update({ alert: undefined })}>
          <p class="trouble" role="alert">
            <Named text={state.alert.trim()} />
          </p>
        </Sheet>
      )}
    </>
  );
}

function Header({ screen, onScreen }: { screen: Screen; onScreen(screen: Screen): void }) {
  const [sheet, setSheet] = useState<"share" | "about">();
  const palette = usePalette();
  const { fixed } = useModelState();
  // Where players decide nothing, there is nothing to step through, and neither is there in a scenario
  // that only has its odds here.
  const screens = fixed || (palette && !palette.has_battles) ? [] : (["Fleets", "Battle"] as const);
  const close = () => setSheet(undefined);
  return (
    <header class="top">
      <h1>fleetodds</h1>
      <GameChoice />
      {screens.length > 0 && (
        <nav class="segments" aria-label="Screen">
          {screens.map((name) => (
            <button type="button" aria-pressed={screen === name} onClick={() => onScreen(name)}>
              {name}
            </button>
          ))}
        </nav>
      )}
      <div class="top-actions">
        {screen === "Fleets" && <FightUndo />}
        <button type="button" onClick={() => setSheet("share")}>
          Share
        </button>
        <button type="button" class="quiet" onClick={() => setSheet("about")}>
          About
        </button>
      </div>
      {sheet === "share" && <ShareSheet onClose={close} />}
      {sheet === "about" && <AboutSheet onClose={close} />}
    </header>
  );
}

function GameChoice() {
  const model = useModel();
  const { games, fight, fixed } = useModelState();
  return (
    <label class="select game">
      <span class="unseen">Game and edition</span>
      <select
        value={fixed?.rules ?? fight.rules}
        disabled={fixed !== undefined}
        onChange={(event) => model.setRules(event.currentTarget.value)}
      >
        {games.map(({ name, title }) => (
          <option value={name}>{title}</option>
        ))}
      </select>
    </label>
  );
}

/** Fights to begin with, while there is none. */
function Examples() {
  const model = useModel();
  const { fight } = useModelState();
  const palette = usePalette();
  const inWords = useWords();
  if (!palette || fight.fleets.some((fleet) => fleet.trim() !== "")) return null;
  return (
    <section class="adds" aria-label="Examples">
      <p class="fact">Tap the ships of both sides, or begin with an example:</p>
      {palette.examples.map((fleets) => (
        <button type="button" onClick={() => model.setFleets(fleets)}>
          {inWords(fleets.join(" v "))}
        </button>
      ))}
    </section>
  );
}

function Fleets({ analyst }: { analyst: Calculator }) {
  const model = useModel();
  return (
    <>
      <Examples />
      <div class="fleets">
        <Fleet side={0} />
        <button type="button" class="swap" onClick={() => model.swap()}>
          <span aria-hidden="true">⇄</span>
          <span class="unseen">Swap the fleets</span>
        </button>
        <Fleet side={1} />
      </div>
      <Panels analyst={analyst} />
    </>
  );
}

function BattleOf({ analyst, table }: AppProps) {
  const { desk } = useModelState();
  if (desk?.code == null) return <p class="fact">A battle needs two fleets that can be read.</p>;
  return <BattleScreen key={desk.code} fight={desk.fight} code={desk.code} analyst={analyst} table={table} />;
}
