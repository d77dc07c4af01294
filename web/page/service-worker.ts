// Keeps the page for use without a connection, where it is hosted.

/** Identifies the files of this release; inserted by the build. */
declare const RELEASE: string;

/** What this file uses of a service worker's global scope. */
interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const CACHE = `fleetodds-${RELEASE}`;
const FILES = ["./", "manifest.webmanifest", "icon.svg", "icon-180.png", "icon-192.png", "icon-512.png"];

async function install(): Promise<void> {
  await (await caches.open(CACHE)).addAll(FILES);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("fleetodds-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
