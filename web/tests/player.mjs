// Drives the page as a player does, and checks what every player can rely on.
//
//   node tests/player.mjs [FOLDER]     with screenshots into the folder

import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import { PAGE, startBrowser } from "./browser.mjs";
import { nameless, small, tooPale } from "./access.mjs";
import { serve } from "./server.mjs";

const MAX_BYTES = 1_300_000;
const FIRST_ODDS = 500;
const NEXT_ODDS = 50;
const ODD_NAME = "<img src=x onerror=document.title='broken'>";

const folder = process.argv[2];
if (folder) mkdirSync(folder, { recursive: true });
const browser = await startBrowser();

/** Opens the page as a new visitor, and watches for errors and requests. */
async function visit({ address = PAGE, width = 390, scheme = "light" } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: width < 800 ? 844 : 900 },
    colorScheme: scheme,
    hasTouch: width < 800,
  });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = address.startsWith("http") ? url.startsWith(new URL(address).origin) : url.split("#")[0] === PAGE;
    if (!/^(data|blob):/.test(url) && !isOwn) page.faults.push(`request: ${url}`);
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".outcomes strong")) return;
      window.firstOdds = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.locator(".outcomes strong").first().waitFor();
  return page;
}

async function checkAccess(page, where) {
  assert.deepEqual(await nameless(page), [], `${where}: controls without a name`);
  assert.deepEqual(await page.evaluate(tooPale), [], `${where}: texts of low contrast`);
  assert.deepEqual(await page.evaluate(small), [], `${where}: small targets`);
}

async function shoot(page, name) {
  if (!folder) return;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Waits until the odds are those of the present fight, and returns them. */
async function odds(page) {
  await page.locator(".odds:not(.is-solving) .outcomes strong").first().waitFor();
  return page.locator(".outcomes").innerText();
}

/** Does something that changes the odds, and returns the new ones. */
async function changes(page, act) {
  const before = await odds(page);
  await act();
  await page.waitForFunction((before) => {
    const now = document.querySelector(".odds:not(.is-solving) .outcomes");
    return now !== null && now.innerText !== before;
  }, before);
  return odds(page);
}

const button = (page, name) => page.getByRole("button", { name, exact: false });
const typed = (page, side) => page.getByLabel(`Fleet of the ${side} as text`);

/** Chooses from the list of a dialog by its search. */
async function pick(page, opener, search) {
  await opener.click();
  await page.getByRole("searchbox").fill(search);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** The path of a player, on one size of screen. */
async function path(width, scheme) {
  const page = await visit({ width, scheme });
  const name = `${width}-${scheme}`;
  assert.match(await odds(page), /46\.52 %/);
  await checkAccess(page, "start");
  await shoot(page, `${name}-1-start`);

  await page.getByLabel("Game and edition").selectOption("eclipse-2e");
  await odds(page);
  await changes(page, () => pick(page, button(page, "+ Ship for the attacker"), "cruiser"));
  await changes(page, () => button(page, "One more: cruiser, attacker").click());
  await button(page, "One fewer: ancient, defender").click();
  await page.locator(".no-odds").waitFor();
  await pick(page, button(page, "+ Ship for the defender"), "dreadnought");
  await odds(page);
  assert.equal(await typed(page, "defender").inputValue(), "1 dreadnought");

  await page.getByRole("button", { name: /^cruiser/ }).click();
  await checkAccess(page, "blueprint");
  await changes(page, () => pick(page, page.locator(".slot").first(), "plasma cannon"));
  await shoot(page, `${name}-2-blueprint`);
  await page.locator(".slot").nth(1).click();
  await checkAccess(page, "parts");
  await shoot(page, `${name}-3-parts`);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
  assert.match(await focused(), /slot/, "Escape returns to the slot");
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox").waitFor();
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /choice/, "arrows move through the list");
  await page.keyboard.press("Escape");

  await typed(page, "attacker").fill("3 cruser");
  await page.locator(".trouble").waitFor();
  assert.match(await page.locator(".trouble").innerText(), /did you mean/);
  await checkAccess(page, "error");
  await shoot(page, `${name}-4-error`);
  await typed(page, "attacker").fill("3 cruiser(+hull) + 2 interceptor");
  await odds(page);

  await page.getByRole("tab", { name: "Saved" }).click();
  await button(page, "Save the attacker").click();
  await page.getByLabel("Name").fill(ODD_NAME);
  await button(page, "Save").last().click();
  await typed(page, "attacker").fill("2 cruiser + 2 interceptor");
  await page.locator(".panel table td").first().waitFor();
  assert.ok((await page.locator(".panel").innerText()).includes(ODD_NAME), "names are texts");
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.title(), "fleetodds");
  await checkAccess(page, "saved");
  await shoot(page, `${name}-5-saved`);
  for (const tab of ["What helps", "How many", "Luck"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.locator(".asked:not(.is-busy) table").first().waitFor();
    await checkAccess(page, tab);
    await shoot(page, `${name}-6-${tab.replace(" ", "-").toLowerCase()}`);
  }

  const shown = await odds(page);
  await button(page, "Share").first().click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  await checkAccess(page, "share");
  await shoot(page, `${name}-7-share`);
  await page.keyboard.press("Escape");
  const other = await visit({ address: link, width, scheme });
  assert.equal(await odds(other), shown, "the link opens the same battle");
  assert.equal(await typed(other, "attacker").inputValue(), "2 cruiser + 2 interceptor");
  assert.deepEqual([...page.faults, ...other.faults], []);
  await other.context().close();
  await page.context().close();
}

/** A battle at the table, rolled by the page, until it ends. */
async function battle() {
  const page = await visit();
  await button(page, "Battle").first().click();
  await page.locator(".next h3").waitFor();
  await checkAccess(page, "battle");
  await shoot(page, "battle-1-roll");
  for (let step = 0; step < 200; step++) {
    const screen = page.locator(".battle:not(.is-busy)");
    await screen.waitFor();
    if (await page.locator(".decision").count()) {
      if (step === 1) await shoot(page, "battle-2-choose");
      await page.locator(".decision").first().click();
    } else if (await button(page, "Roll for me").count()) {
      await button(page, "Roll for me").click();
    } else break;
    await page.waitForTimeout(20);
  }
  await page.locator(".course .report-headline").waitFor();
  await checkAccess(page, "battle that has ended");
  await shoot(page, "battle-3-over");
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** The page on a server: it can be installed, and opens without a connection after the first visit. */
async function hosted() {
  const { server, address } = await serve();
  const page = await visit({ address });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller);
  const icons = await page.evaluate(async () => {
    const { href } = document.querySelector("link[rel=manifest]");
    return (await (await caches.match(href)).json()).icons.map((icon) => new URL(icon.src, href).href);
  });
  for (const icon of icons) assert.ok(await page.evaluate(async (url) => Boolean(await caches.match(url)), icon), icon);
  server.close();
  server.closeAllConnections();
  await page.reload();
  assert.match(await odds(page), /46\.52 %/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** Fights whose odds must follow a tap at once. */
const FIGHTS = [
  ["eclipse", "3 interceptor", "ancient"],
  ["eclipse", "2 dreadnought + 3 interceptor", "gcds"],
  ["eclipse", "4 cruiser", "3 dreadnought"],
  ["ti4-space", "2 dreadnought + 4 fighter + carrier", "3 cruiser + 2 destroyer"],
];

/** Returns the time from a tap on a button to the new odds, in milliseconds. */
function timeTap(label) {
  return new Promise((resolve) => {
    const text = () => document.querySelector(".odds:not(.is-solving) .outcomes")?.textContent;
    const before = text();
    const start = performance.now();
    const observer = new MutationObserver(() => {
      const now = text();
      if (now === undefined || now === before) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    document.querySelector(`button[aria-label^="${label}"]`).click();
  });
}

async function speed() {
  assert.ok(statSync(new URL(PAGE)).size <= MAX_BYTES, "the page is too large");
  const firsts = [];
  for (let n = 0; n < 3; n++) {
    const page = await visit();
    firsts.push(await page.evaluate(() => window.firstOdds));
    await page.context().close();
  }
  console.log(`first odds after ${firsts.map(Math.round).join(", ")} ms`);
  assert.ok(Math.min(...firsts) <= FIRST_ODDS, "first odds are late");
  const page = await visit();
  for (const [rules, attacker, defender] of FIGHTS) {
    await page.getByLabel("Game and edition").selectOption(rules);
    await typed(page, "attacker").fill(attacker);
    await typed(page, "defender").fill(defender);
    await page.getByRole("button", { name: /^One more: .*, attacker/ }).first().waitFor();
    await page.waitForTimeout(300);
    const times = [];
    for (let n = 0; n < 5; n++) {
      for (const label of ["One more", "One fewer"]) times.push(await page.evaluate(timeTap, label));
    }
    times.sort((a, b) => a - b);
    const [least, median, most] = [0, times.length >> 1, times.length - 1].map((n) => Math.round(times[n]));
    console.log(`${rules}: ${attacker} v ${defender}: tap to odds ${median} ms, ${least} to ${most} ms`);
    assert.ok(median <= NEXT_ODDS, "odds are late");
  }
  await page.context().close();
}

await speed();
for (const width of [390, 1200]) for (const scheme of ["light", "dark"]) await path(width, scheme);
await battle();
await hosted();
await browser.close();
console.log("the page passes");
