import { controlPath } from './answer-control.mjs';

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
export async function changeFaults(
  address: string,
  wanted: Readonly<Record<string, object>>,
): Promise<object> {
  const headers = { 'content-type': 'application/json' };
  return ask(address, { method: 'POST', headers, body: JSON.stringify(wanted) });
}

/** What is switched on there. Rejects with a `ControlError`, or as `fetch` does. */
export async function readFaults(address: string): Promise<object> {
  return ask(address, { cache: 'no-store' });
}

async function ask(address: string, request: RequestInit): Promise<object> {
  const response = await fetch(new URL(controlPath, address), request);
  const { code, message, ...told } = parseAnswer(await response.json());
  if (response.ok) return told;
  throw new ControlError(String(code), String(message));
}

function parseAnswer(value: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}
