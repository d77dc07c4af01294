// Lists what the page contains, with the licences under which it may be passed on.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Packages from npm whose code is in the page. */
const BUNDLED = ["fzstd", "lean-qr", "preact"];

/** Returns the text of the licence in a folder: MIT where there is a choice, as the shortest. */
function licenceText(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[sc]e|copying|unlicense)/i.test(name));
  const preferred = files.find((name) => /mit/i.test(name)) ?? files.find((name) => !/apache/i.test(name));
  const file = preferred ?? files[0];
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
}

/** Returns the crates that the library is built from: no build scripts, macros or tests. */
function crates(metadata) {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const packages = new Map(metadata.packages.map((found) => [found.id, found]));
  const isMacro = (id) => packages.get(id).targets.some((target) => target.kind.includes("proc-macro"));
  const seen = new Set();
  const visit = (id) => {
    if (seen.has(id) || isMacro(id)) return;
    seen.add(id);
    const normal = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind === null));
    normal.forEach((dep) => visit(dep.pkg));
  };
  visit(metadata.resolve.root);
  return [...seen].map((id) => packages.get(id));
}

/** Returns names, versions, licences and their texts of what a package of Rust is built from. */
export function ofCrates(metadata) {
  const rust = crates(metadata)
    .filter((found) => found.id !== metadata.resolve.root)
    .map(({ name, version, license, manifest_path: manifest }) => {
      const text = licenceText(dirname(manifest));
      return { name, version, licence: license ?? "", text };
    });
  return [...rust, { name: "Rust standard library", version: "", licence: "MIT OR Apache-2.0", text: "" }];
}

/** Returns those of the page. Without a path, there is no library in it. */
export function licences(metadataPath, modules) {
  const rust = metadataPath ? ofCrates(JSON.parse(readFileSync(metadataPath, "utf8"))) : [];
  const npm = BUNDLED.map((name) => {
    const folder = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, licence: license, text: licenceText(folder) };
  });
  return [...rust, ...npm].sort((a, b) => a.name.localeCompare(b.name));
}
