// Reports of the library: the tables and charts that it describes, as elements of the page.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Chart, Grid, Shown } from "../api";
import { Named } from "./misread";
import { Picture } from "./picture";
import { useWords } from "./use";

/** Shows a report. */
export function Report({ shown, headline = true }: { shown: Shown; headline?: boolean }) {
  const inWords = useWords();
  return (
    <div class="report">
      {headline && <h3 class="report-headline">{inWords(shown.headline)}</h3>}
      {shown.facts.map((fact) => (
        <p class="fact">{inWords(fact)}</p>
      ))}
      <Notes notes={shown.notes} />
      {shown.conclusion && <p class="conclusion">{inWords(shown.conclusion)}</p>}
      {shown.drawings.map((drawing) => (
        <Picture drawing={drawing} />
      ))}
      {shown.tables.map((table) => (
        <Table table={table} />
      ))}
    </div>
  );
}

/** Warnings and remarks. */
export function Notes({ notes }: { notes: string[] }) {
  const inWords = useWords();
  return (
    <>
      {notes.map((note) => (
        <p class="note">{inWords(note)}</p>
      ))}
    </>
  );
}

/** An error of the library, whose caret needs a fixed width. */
export function Trouble({ text }: { text: string }) {
  return (
    <p class="trouble" role="group" aria-label="Error">
      <Named text={text.trim()} />
    </p>
  );
}

/** A table of figures. A row of one cell is a heading of the rows below it. */
export function Table({ table }: { table: Grid }) {
  const inWords = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // A table that fits is no stop for the keyboard.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [table]);
  if (table.rows.length === 0) return null;
  const columns = Math.max(table.columns.length, ...table.rows.map((row) => row.length));
  return (
    <div class="wide" ref={scroller} tabIndex={scrolls ? 0 : undefined} role="group" aria-label={inWords(table.title || "Table")}>
      <table>
        {table.title && <caption>{inWords(table.title)}</caption>}
        {table.columns.some((column) => column !== "") && (
          <thead>
            <tr>
              {table.columns.map((column, n) => (
                <th scope="col" class={n < table.texts ? "text" : undefined}>
                  {inWords(column)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <Row row={row} texts={table.texts} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, texts, columns }: { row: string[]; texts: number; columns: number }) {
  const inWords = useWords();
  if (row.length === 1 && columns > 1) {
    return (
      <tr>
        <th class="part" scope="colgroup" colSpan={columns}>
          {inWords(row[0] ?? "")}
        </th>
      </tr>
    );
  }
  return (
    <tr>
      {row.map((cell, n) =>
        n === 0 ? (
          <th scope="row" class="text">
            {inWords(cell)}
          </th>
        ) : (
          <td class={n < texts ? "text" : undefined}>{inWords(cell)}</td>
        ),
      )}
    </tr>
  );
}

/** A bar chart, each bar with its label and share. */
export function BarChart({ chart }: { chart: Chart }) {
  const inWords = useWords();
  const most = Math.max(...chart.bars.map((bar) => bar.share), 0.01);
  return (
    <figure class="bars">
      <figcaption>
        {inWords(chart.title)} {chart.note && <small>{chart.note}</small>}
      </figcaption>
      <ul>
        {chart.bars.map((bar) => (
          <li>
            <span class="bar-label">{inWords(bar.label)}</span>
            <Track share={bar.share / most} side={bar.side} />
            <span class="bar-share">{bar.percent}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Track({ share, side }: { share: number; side: number | null }) {
  return (
    <span class="track" aria-hidden="true">
      <span class={`fill side${side ?? "-none"}`} style={{ width: `${(100 * share).toFixed(2)}%` }} />
    </span>
  );
}
