// The library in a worker, as seen from the page.

import type { Call, Reply } from "./worker";

/** Source of the worker, inserted by the build. */
declare const WORKER_SOURCE: string;

const WORKER_URL = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));

/** Memory from which on a worker is replaced after its answer: WebAssembly never returns any. */
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

/** Answers requests in a worker, which is started anew after it trapped or grew large. */
export class Calculator {
  #module: Promise<WebAssembly.Module>;
  #worker: Worker | undefined;
  #pending = new Map<number, Pending>();
  #next = 0;
  #newest: { request: object; resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  #since = 0;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#module = module;
  }

  /** Starts the worker before the first request. */
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
      this.#running().postMessage({ id, request: JSON.stringify(request) } satisfies Call);
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

  #running(): Worker {
    if (!this.#worker) {
      const worker = new Worker(WORKER_URL);
      worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
      worker.onerror = () => this.#restart("The calculator cannot start in this browser.");
      void this.#module.then((module) => worker.postMessage(module));
      this.#worker = worker;
    }
    return this.#worker;
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

  /** Starts a new worker. Requests that had no answer fail with this reason. */
  #restart(reason?: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
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
