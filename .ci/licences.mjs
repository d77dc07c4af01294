// Prints the licences of what the program is built from: reads the output of `cargo metadata`.

import { readFileSync } from "node:fs";
import { ofCrates } from "../web/scripts/licences.mjs";

const works = ofCrates(JSON.parse(readFileSync(0, "utf8"))).sort((a, b) => a.name.localeCompare(b.name));
const line = "-".repeat(78);
for (const { name, version, licence, text } of works) {
  console.log(`${line}\n${name} ${version}\n${licence}\n${text === "" ? "" : `\n${text}\n`}`);
}
