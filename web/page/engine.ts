// What answers requests: the library in a worker of this page, or the program that serves the page.

import type { Call, Reply } from "./worker";

/** Whether the program serves the page, and answers; inserted by the build. */
declare const SERVED: boolean;

/** Source of the worker, inserted by the build. */
declare const WORKER_SOURCE: string;

/** Whether the program serves the page. */
export const isServed = SERVED;

/** What hears the answers of an engine. */
export interface Listener {
  receive(reply: Reply): void;
  /** The engine has ended, and answers nothing more. */
  fail(reason: string): void;
}

/** Answers requests, each with one reply. */
export interface Engine {
  send(call: Call): void;
  /** Ends the engine. Requests that have no answer get none. */
  stop(): void;
}

/** Starts an engine. */
export type Start = (listener: Listener) => Engine;

/** Returns engines that have the library in a worker each. */
export function inWorkers(library: Promise<WebAssembly.Module>): Start {
  const source = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
  return ({ receive, fail }) => {
    const worker = new Worker(source);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(data);
    worker.onerror = () => fail("The calculator cannot start in this browser.");
    void library.then((module) => worker.postMessage(module));
    return { send: (call) => worker.postMessage(call), stop: () => worker.terminate() };
  };
}

/** Starts an engine that asks the program. */
export const onServer: Start = ({ receive, fail }) => {
  const asking = new AbortController();
  async function ask({ id, request }: Call): Promise<void> {
    const response = await fetch("ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: request,
      signal: asking.signal,
    });
    if (!response.ok) throw new Error(`fleetodds answered: ${response.status} ${response.statusText}`);
    receive({ id, answer: await response.text(), bytes: 0 });
  }
  const reason = (error: unknown) =>
    error instanceof TypeError ? "fleetodds does not answer: is it still running?" : String((error as Error).message);
  return {
    send: (call) => {
      ask(call).catch((error: unknown) => {
        if (!asking.signal.aborted) fail(reason(error));
      });
    },
    stop: () => asking.abort(),
  };
};
