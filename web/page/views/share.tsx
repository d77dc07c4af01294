// Link, QR code and command of the battle, and opening another one.

import { generate } from "lean-qr";
import { useState } from "preact/hooks";
import { isHosted, linkTo } from "../address";
import { isServed } from "../engine";
import { Sheet } from "./sheet";
import { useModel, useModelState } from "./use";

/** Longest text that a phone reads well from a screen. */
const MAX_QR = 1200;

export function ShareSheet({ onClose }: { onClose(): void }) {
  const { desk, fixed } = useModelState();
  const code = fixed?.code ?? desk?.code;
  return (
    <Sheet title="Share this battle" onClose={onClose}>
      {code == null ? <p>There is nothing to share until both fleets can be read.</p> : <Links code={code} />}
      {desk?.command != null && !fixed && <Copied label="Command for the terminal" text={desk.command} />}
      <OpenOther onOpened={onClose} />
    </Sheet>
  );
}

function Links({ code }: { code: string }) {
  const hosted = isHosted();
  const link = linkTo(code);
  const shared = hosted ? link : code;
  return (
    <>
      {hosted && canSend() && <ShareButton label="Send the link" what={{ url: link }} />}
      {hosted && <Copied label="Link" text={link} />}
      <Copied label="Code" text={code} />
      {!hosted && <Copied label="Link" text={link} />}
      {shared.length <= MAX_QR && <QrCode text={shared} />}
      {!hosted && (
        <p class="fact">
          {isServed
            ? "This page is served to this computer alone, so its link works here only; fleetodds serve --lan has links for phones."
            : "This page was opened from a file, so its link works on this device only."}{" "}
          The QR code holds the code: open it in the page on the other phone.
        </p>
      )}
    </>
  );
}

/** Whether the system has a list with which texts are shared. */
const canSend = () => "share" in navigator;

/** A text to send to others. */
export function Sendable({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Copied label={label} text={text} />
      {canSend() && <ShareButton label="Send it" what={{ text }} />}
    </>
  );
}

/** Opens the list of the system with which texts are shared. */
function ShareButton({ label, what }: { label: string; what: ShareData }) {
  const model = useModel();
  const share = async () => {
    try {
      await navigator.share({ title: document.title, ...what });
    } catch (error) {
      // The player has closed the list.
      if (!(error instanceof DOMException && error.name === "AbortError")) model.alert(error);
    }
  };
  return (
    <button type="button" class="primary" onClick={() => void share()}>
      {label}
    </button>
  );
}

/** A text with a button that copies it. */
function Copied({ label, text }: { label: string; text: string }) {
  const model = useModel();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), 2000);
    } catch {
      model.alert(new Error("This browser does not let the page copy. Select the text and copy it."));
    }
  };
  return (
    <div class="copied">
      <label>
        {label}
        <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"} <span class="unseen">{label}</span>
      </button>
    </div>
  );
}

/** A QR code, drawn as one path. */
function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const modules: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) modules.push(`M${x} ${y}h1v1h-1z`);
    }
  }
  const edge = 4;
  const side = code.size + 2 * edge;
  return (
    <svg class="qr" viewBox={`${-edge} ${-edge} ${side} ${side}`} role="img" aria-label="QR code of this battle">
      <rect x={-edge} y={-edge} width={side} height={side} fill="#fff" />
      <path d={modules.join("")} fill="#000" />
    </svg>
  );
}

function OpenOther({ onOpened }: { onOpened(): void }) {
  const model = useModel();
  const [text, setText] = useState("");
  const open = async (event: Event) => {
    event.preventDefault();
    if (await model.open(text)) onOpened();
  };
  return (
    <form class="copied" onSubmit={(event) => void open(event)}>
      <label>
        Open a code, a link or a question
        <input
          type="text"
          placeholder="3 interceptor vs ancient"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={text.trim() === ""}>
        Open
      </button>
    </form>
  );
}
