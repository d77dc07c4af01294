// What the page is, and the licences of what it contains.

import { useMemo } from "preact/hooks";
import { isServed } from "../engine";
import { licences } from "../library";
import { Figures } from "./figures";
import { Sheet } from "./sheet";
import { usePalette } from "./use";

/** Version of the library, inserted by the build. */
declare const VERSION: string;

export function AboutSheet({ onClose }: { onClose(): void }) {
  const all = useMemo(licences, []);
  return (
    <Sheet title="About" onClose={onClose}>
      <p>
        fleetodds {VERSION} computes the odds of battles in space-combat board games.{" "}
        {isServed
          ? "The computer that serves this page computes; no other one is asked."
          : "Everything happens in this browser: the page sends nothing and loads nothing."}{" "}
        Saved fleets stay on this device.
      </p>
      <Legend />
      <p>
        fleetodds may be used under the MIT licence or the Apache licence, version 2.0. The page also contains the
        following works.
      </p>
      <ul class="licences">
        {all.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            {text === "" ? (
              <p>
                {name} {version} <span class="summary">{licence}</span>
              </p>
            ) : (
              <details>
                <summary>
                  {name} {version} <span class="summary">{licence}</span>
                </summary>
                <pre>{text}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The figures of ships in this game, with their meanings. */
function Legend() {
  const palette = usePalette();
  if (!palette || palette.legend.length === 0) return null;
  return (
    <>
      <h3>Figures of ships in {palette.title}</h3>
      <dl class="legend">
        {palette.legend.map(([figure, meaning]) => (
          <div key={figure}>
            <dt>
              <Figures text={figure} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
