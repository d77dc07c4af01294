"""Draws the odds of every fleet of interceptors and cruisers against the Guardian as a heat map.

python heat_map.py [FILE.png]
"""

import sys

import fleetodds
import pandas
from matplotlib.figure import Figure

MATERIALS = 20
# Prices of the second edition.
INTERCEPTOR, CRUISER = 3, 5

fleets = pandas.DataFrame(
    [
        {"interceptors": interceptors, "cruisers": cruisers}
        for interceptors in range(1 + MATERIALS // INTERCEPTOR)
        for cruisers in range(1 + MATERIALS // CRUISER)
        if 0 < INTERCEPTOR * interceptors + CRUISER * cruisers <= MATERIALS
    ]
)


def typed(fleet):
    groups = [(fleet.interceptors, "interceptor"), (fleet.cruisers, "cruiser")]
    return " + ".join(f"{count} {ship}" for count, ship in groups if count)


fleets["attacker"] = [typed(fleet) for fleet in fleets.itertuples()]
fleets["defender"] = "guardian"
odds = fleetodds.batch(fleets, rules="2e")
table = odds.pivot(index="cruisers", columns="interceptors", values="win")
print((100 * table).round(1).to_string(na_rep=""))

figure = Figure()
axes = figure.subplots()
image = axes.imshow(100 * table, origin="lower", cmap="RdYlGn", vmin=0, vmax=100)
axes.set(xlabel="interceptors", ylabel="cruisers", title="Odds against the Guardian in percent")
for (cruisers, interceptors), win in table.stack().items():
    axes.text(interceptors, cruisers, f"{100 * win:.0f}", ha="center", va="center")
figure.colorbar(image)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "heat_map.png")
