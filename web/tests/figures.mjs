// Answers requests with the compiled library: one in each line of the input, one answer in each
// line of the output.
//
//   node tests/figures.mjs node LIBRARY.wasm < requests > answers
//   node tests/figures.mjs page              < requests > answers

import { readFileSync } from "node:fs";
import { PAGE, startBrowser } from "./browser.mjs";

const [place, path] = process.argv.slice(2);
const requests = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");

/** Answers the requests in this process, each by a new instance. */
function inNode() {
  const module = new WebAssembly.Module(readFileSync(path));
  return requests.map((request) => {
    const library = new WebAssembly.Instance(module, {}).exports;
    const bytes = new TextEncoder().encode(request);
    const place = library.request(bytes.length);
    new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
    const length = library.length();
    return new TextDecoder().decode(new Uint8Array(library.memory.buffer, library.answer(), length));
  });
}

/** Runs in the worker of the page: asks it as the page does. */
function askWorker(request) {
  return new Promise((resolve) => {
    const post = self.postMessage;
    self.postMessage = (reply) => {
      self.postMessage = post;
      resolve(reply.answer ?? `trap: ${reply.trap}`);
    };
    self.onmessage({ data: { id: -1, request } });
  });
}

/** Answers the requests in a worker of the page. */
async function inPage() {
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.goto(PAGE);
  await page.locator(".outcomes").waitFor();
  const worker = page.workers()[0];
  const answers = [];
  for (const request of requests) answers.push(await worker.evaluate(askWorker, request));
  await browser.close();
  return answers;
}

const answers = await (place === "page" ? inPage() : inNode());
process.stdout.write(answers.map((answer) => `${answer}\n`).join(""));
