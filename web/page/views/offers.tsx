// What helps most of what a player can buy. A tap does it.

import { useState } from "preact/hooks";
import type { Offers, SideIndex } from "../api";
import { isProblem } from "../api";
import type { Calculator } from "../calculator";
import { Asked, AskedReport, useAsked } from "./asked";
import { SideChoice } from "./panels";
import { Trouble } from "./report";
import { useModel, useModelState } from "./use";

export function OffersPanel({ analyst }: { analyst: Calculator }) {
  const [side, setSide] = useState<SideIndex>(0);
  return (
    <>
      <SideChoice side={side} onChoose={setSide} />
      <List key={side} analyst={analyst} side={side} />
    </>
  );
}

function List({ analyst, side }: { analyst: Calculator; side: SideIndex }) {
  const model = useModel();
  const { fight } = useModelState();
  const { answer, isBusy } = useAsked<Offers>(analyst, { ask: "offers", fight, side });
  if (!answer || isProblem(answer)) return <Asked isBusy={isBusy}>{answer && <Trouble text={answer.problem} />}</Asked>;
  // Where nothing can be bought, figures can be compared.
  if (answer.offers.length === 0) return <AskedReport analyst={analyst} request={{ ask: "tornado", fight, side }} />;
  return (
    <Asked isBusy={isBusy}>
      <p class="fact">
        Now {answer.now} to win. A tap buys what is named.{answer.is_cut && " Some changes were left out, as they take too long."}
      </p>
      <ul class="buys">
        {answer.offers.map(({ name, edit, win, points, price }) => (
          <li key={name}>
            <button type="button" class="buy" disabled={isBusy} onClick={() => model.edit(side, edit, `${name} was bought`)}>
              <span class="name">{name}</span>
              <span class="gain">{points}</span>
              <span class="summary">
                {win}
                {price !== null && ` · ${price}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Asked>
  );
}
