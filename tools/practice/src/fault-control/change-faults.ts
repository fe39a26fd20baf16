/** Where a practice server is told what to do wrong, on its own origin. */
export const controlPath = '/practice/faults';

/** A server that does not let its faults be read or changed. `code` is its own where it gave one. */
class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Switches faults of a practice server on and off while it runs: those of networks by their ids, those of a remote by
 * its name. Whatever is not named of one is off, so `{}` is none. Returns all that is switched on there. `address` may
 * be any on the server. Rejects with a `ControlError`, or as `fetch` does.
 */
export function changeFaults(address: string, wanted: Readonly<Record<string, object>>): Promise<object> {
  const headers = { 'content-type': 'application/json' };
  return ask(address, { method: 'POST', headers, body: JSON.stringify(wanted) });
}

/** What is switched on there. Rejects with a `ControlError`, or as `fetch` does. */
export function readFaults(address: string, signal?: AbortSignal): Promise<object> {
  return ask(address, { cache: 'no-store', ...(signal && { signal }) });
}

async function ask(address: string, request: RequestInit): Promise<object> {
  const response = await fetch(new URL(controlPath, address), request);
  const answer = ((await response.json()) ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (response.ok) return answer;
  throw new ControlError(String(answer.code), String(answer.message));
}
