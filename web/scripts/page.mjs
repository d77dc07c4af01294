// Builds the page: bundles scripts and styles, packs the library, and writes `dist`.
//
//   node scripts/page.mjs LIBRARY.wasm LICENCES.json    the page that works alone, in `dist`
//   node scripts/page.mjs --served FILE                 the page that the program serves

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { compress, init } from "@bokuweb/zstd-wasm";
import { build } from "esbuild";
import { iconPng, iconSvg } from "./icon.mjs";
import { licences } from "./licences.mjs";
import { AVOIDED, INSTEAD, encode } from "./text7.mjs";

const root = new URL("..", import.meta.url);
const at = (path) => new URL(path, root).pathname;
const [first, second] = process.argv.slice(2);
const isServed = first === "--served";
const [wasmPath, metadataPath] = isServed ? [] : [first, second];

/** Bundles an entry, a path or a text, and returns its text. */
async function bundle(entry, define = {}) {
  const { outputFiles } = await build({
    ...(typeof entry === "string" ? { entryPoints: [at(entry)] } : { stdin: entry }),
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome111", "firefox113", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    define,
  });
  return outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** Zstandard sees repetitions that are far apart, so that it packs the library a fifth smaller than gzip. */
const packed = (bytes) => compress(bytes, 22);
/** Text that is safe within a script element. */
const inScript = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

await init();
/** Drawings of the library have the style of its own reports. */
const drawn = ["plot.css", "drawing/drawing.css"].map((name) => readFileSync(at(`../src/report/${name}`), "utf8"));
const style = await bundle({
  contents: `@import "./style.css";\n.picture { ${drawn.join("\n")} }`,
  resolveDir: at("page"),
  loader: "css",
});
const text7 = { AVOIDED: JSON.stringify(AVOIDED), INSTEAD: JSON.stringify(INSTEAD) };
const worker = await bundle("page/worker.ts");
const unpacker = isServed ? "" : await bundle("page/unpacker.ts", text7);
const [, version] = readFileSync(at("../Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
const script = inScript(
  await bundle("page/main.tsx", {
    SERVED: JSON.stringify(isServed),
    WORKER_SOURCE: JSON.stringify(worker),
    UNPACKER_SOURCE: JSON.stringify(unpacker),
    VERSION: JSON.stringify(version),
    ...text7,
  }),
);
const policy = [
  "default-src 'none'",
  isServed ? `script-src ${hash(script)}` : `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  isServed ? "connect-src 'self'" : "worker-src 'self' blob:",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const icon = `data:image/svg+xml;base64,${Buffer.from(iconSvg()).toString("base64")}`;
const library = isServed ? Buffer.of() : packed(readFileSync(wasmPath));
const works = packed(Buffer.from(JSON.stringify(licences(metadataPath, at("node_modules")))));
const slots = {
  POLICY: policy,
  ICON: icon,
  STYLE: style,
  SCRIPT: script,
  LIBRARY: encode(library),
  LIBRARY_BYTES: library.length,
  LICENCES: encode(works),
  LICENCES_BYTES: works.length,
};
const html = readFileSync(at("page/index.html"), "utf8").replace(
  /\{\{(\w+)\}\}/g,
  (_, name) => slots[name],
);

if (isServed) {
  writeFileSync(second, html);
  console.log(`${second}: ${Buffer.byteLength(html).toLocaleString("en")} bytes`);
  process.exit();
}
mkdirSync(at("dist"), { recursive: true });
writeFileSync(at("dist/index.html"), html);
writeFileSync(at("dist/icon.svg"), iconSvg());
for (const size of [180, 192, 512]) writeFileSync(at(`dist/icon-${size}.png`), iconPng(size));
writeFileSync(at("dist/manifest.webmanifest"), readFileSync(at("page/manifest.webmanifest")));
const release = createHash("sha256").update(html).digest("hex").slice(0, 16);
writeFileSync(
  at("dist/service-worker.js"),
  await bundle("page/service-worker.ts", { RELEASE: JSON.stringify(release) }),
);
console.log(`dist/index.html: ${Buffer.byteLength(html).toLocaleString("en")} bytes`);
