// The result of a fight.

import { BarChart, Notes, Table } from "./report";
import { useModelState } from "./use";

/** Everything about the result but the odds, which are always in view. */
export function Result() {
  const { odds, solving } = useModelState();
  if (!odds) return null;
  const [, ...charts] = odds.charts;
  return (
    <div class={solving ? "result is-busy" : "result"}>
      <Notes notes={odds.shown.notes} />
      <div class="charts">
        {charts.map((chart) => (
          <BarChart chart={chart} />
        ))}
      </div>
      <details>
        <summary>Details: all figures as tables</summary>
        <div class="tables">
          {odds.shown.tables.map((table) => (
            <Table table={table} />
          ))}
        </div>
      </details>
    </div>
  );
}
