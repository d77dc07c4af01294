// What the browser keeps for the next visit. Where storage is denied or full, it lasts as long as the page.

const PREFIX = "fleetodds.";
const session = new Map<string, string>();

function read(key: string): string | null {
  const here = session.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Returns a value that was kept, if it has the expected form. */
export function recall<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(read(key) ?? "null");
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value. */
export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    session.delete(key);
  } catch {
    session.set(key, text);
  }
}

/** Whether what is kept outlasts the page. */
export function isLasting(): boolean {
  const probe = `${PREFIX}probe`;
  try {
    localStorage.setItem(probe, "");
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}
