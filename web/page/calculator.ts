// The library, as seen from the page: what it asks, what is replaced, and what takes too long.

import type { Engine, Start } from "./engine";
import type { Reply } from "./worker";

/** Memory from which on an engine is replaced after its answer: WebAssembly never returns any. */
const MAX_BYTES = 200_000_000;

/** Time after which a request is given up, in milliseconds. */
const TIMEOUT = 60_000;

/** Time that a request may take before a newer one replaces it, in milliseconds. */
const PATIENCE = 60;

/** A request was replaced by a newer one. */
export class Replaced extends Error {}

interface Pending {
  resolve(answer: string): void;
  reject(error: Error): void;
  timer: number;
}

/** Answers requests with an engine, which is started anew after it failed or grew large. */
export class Calculator {
  #start: Start;
  #engine: Engine | undefined;
  #pending = new Map<number, Pending>();
  #next = 0;
  #newest: { request: object; resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  #since = 0;

  constructor(start: Start) {
    this.#start = start;
  }

  /** Starts the engine before the first request. */
  warm(): this {
    this.#running();
    return this;
  }

  /** Answers a request after those before it. */
  ask<T>(request: object): Promise<T> {
    const id = this.#next++;
    if (this.#pending.size === 0) this.#since = performance.now();
    return new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => this.#restart("This took too long and was stopped."), TIMEOUT);
      this.#pending.set(id, { resolve, reject, timer });
      this.#running().send({ id, request: JSON.stringify(request) });
    }).then((answer) => JSON.parse(answer) as T);
  }

  /** Answers a request in the place of all requests before it. */
  askNewest<T>(request: object): Promise<T> {
    if (this.#pending.size === 0) return this.ask<T>(request);
    this.#newest?.reject(new Replaced());
    return new Promise<T>((resolve, reject) => {
      const newest = { request, resolve: resolve as (answer: unknown) => void, reject };
      this.#newest = newest;
      const ran = performance.now() - this.#since;
      setTimeout(() => {
        if (this.#newest === newest) this.#restart();
      }, Math.max(0, PATIENCE - ran));
    });
  }

  #running(): Engine {
    this.#engine ??= this.#start({
      receive: (reply) => this.#receive(reply),
      fail: (reason) => this.#restart(reason),
    });
    return this.#engine;
  }

  #receive({ id, answer, trap, bytes }: Reply): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (answer === undefined) {
      this.#restart(`The calculator stopped (${trap ?? "no reason"}) and was started again.`);
      return;
    }
    clearTimeout(pending.timer);
    this.#pending.delete(id);
    pending.resolve(answer);
    if (this.#pending.size > 0) return;
    if (bytes > MAX_BYTES) this.#restart();
    else this.#startNewest();
  }

  /** Ends the engine; the next request starts another. Requests that had no answer fail with this reason. */
  #restart(reason?: string): void {
    this.#engine?.stop();
    this.#engine = undefined;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(reason === undefined ? new Replaced() : new Error(reason));
    }
    this.#pending.clear();
    this.#startNewest();
  }

  #startNewest(): void {
    const newest = this.#newest;
    this.#newest = undefined;
    if (newest) this.ask(newest.request).then(newest.resolve, newest.reject);
  }
}
