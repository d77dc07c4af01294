// Runs the library in a worker. One message is the compiled module; each other one is a request,
// and gets one reply.

/** Functions that the library exports: see `src/memory.rs`. */
interface Library {
  memory: WebAssembly.Memory;
  request(length: number): number;
  length(): number;
  answer(): number;
}

/** A request to an engine. */
export interface Call {
  id: number;
  request: string;
}

/** Reply to a request: the answer, or why there is none. */
export interface Reply {
  id: number;
  answer?: string;
  trap?: string;
  /** Memory that the library holds, in bytes. It never shrinks. */
  bytes: number;
}

let start: (module: WebAssembly.Module) => void;
const library = new Promise<WebAssembly.Module>((resolve) => (start = resolve))
  .then((module) => WebAssembly.instantiate(module, {}))
  .then((instance) => instance.exports as unknown as Library);

function respond(library: Library, request: string): string {
  const bytes = new TextEncoder().encode(request);
  const place = library.request(bytes.length);
  new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
  const length = library.length();
  const answer = new Uint8Array(library.memory.buffer, library.answer(), length);
  return new TextDecoder().decode(answer);
}

async function call({ id, request }: Call): Promise<void> {
  const running = await library;
  const reply: Reply = { id, bytes: 0 };
  try {
    reply.answer = respond(running, request);
  } catch (error) {
    reply.trap = String(error);
  }
  reply.bytes = running.memory.buffer.byteLength;
  postMessage(reply);
}

onmessage = ({ data }: MessageEvent<WebAssembly.Module | Call>) => {
  if (data instanceof WebAssembly.Module) start(data);
  else void call(data);
};
