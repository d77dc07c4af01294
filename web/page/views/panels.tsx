// What there is to know besides the odds, one panel at a time.

import { useId, useState } from "preact/hooks";
import type { SideIndex } from "../api";
import type { Calculator } from "../calculator";
import { ROLES } from "./fleet";
import { LuckPanel } from "./luck";
import { OffersPanel } from "./offers";
import { Trouble } from "./report";
import { Result } from "./result";
import { SavedPanel } from "./saved_panel";
import { SweepPanel } from "./sweep";
import { useModelState } from "./use";

const TABS = ["Result", "What helps", "How many", "Saved", "Luck"] as const;
type Tab = (typeof TABS)[number];

export function Panels({ analyst }: { analyst: Calculator }) {
  const [tab, setTab] = useState<Tab>("Result");
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] as Tab;
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <section class="panels" aria-label="More about this battle">
      <div role="tablist" aria-label="More about this battle" class="tabs" onKeyDown={move}>
        {TABS.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} class="panel">
        <PanelOf tab={tab} analyst={analyst} />
      </div>
    </section>
  );
}

function PanelOf({ tab, analyst }: { tab: Tab; analyst: Calculator }) {
  const { desk } = useModelState();
  if (tab === "Result") return <ResultPanel />;
  if (tab === "Saved") return <SavedPanel analyst={analyst} />;
  if (desk?.code == null) return <p class="fact">This needs two fleets that can be read.</p>;
  if (tab === "How many") return <SweepPanel analyst={analyst} />;
  if (tab === "Luck") return <LuckPanel analyst={analyst} />;
  return <OffersPanel analyst={analyst} />;
}

function ResultPanel() {
  const { odds, problem, solving } = useModelState();
  if (problem !== undefined) return <Trouble text={problem} />;
  return odds ? <Result /> : <p class="fact">{solving ? "Computing" : "No result yet."}</p>;
}

/** Chooses a side. */
export function SideChoice({ side, onChoose }: { side: SideIndex; onChoose(side: SideIndex): void }) {
  return (
    <div class="segments" role="group" aria-label="Side">
      {ROLES.map((role, n) => (
        <button type="button" aria-pressed={side === n} onClick={() => onChoose(n as SideIndex)}>
          {role}
        </button>
      ))}
    </div>
  );
}
