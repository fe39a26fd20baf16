import { field } from '@linkspan/contract';
import { MessageFormatter } from '@safe-global/safe-apps-sdk';
import { vi } from 'vitest';

/** What a test may turn on; all of it can be changed at any time. */
interface Switches {
  /** By method: what Safe answers, or the error that it does. */
  answers: Record<string, unknown>;
  /** It does not answer these methods. */
  silent: string[];
}

/** Safe's site around a page, as far as its package's messages go. */
export interface FakeSafe {
  readonly origin: string;
  readonly address: string;
  readonly switches: Switches;
  /** What the page has asked, as it has reached the site. */
  readonly asked: readonly { readonly method: string; readonly params: unknown }[];
  /** To which origins the page has posted. */
  readonly targets: readonly string[];
  /** How many listeners for messages the page has. */
  listeners(): number;
  /** Sends a message to the page, from itself or from elsewhere. */
  send(data: unknown, from?: { readonly origin?: string; readonly source?: object }): void;
}

/** Puts a page there that a site of this origin shows in a frame. */
export function installSafe(origin = 'https://app.safe.global'): FakeSafe {
  const address = `0x${'5a'.repeat(20)}`;
  const [asked, targets]: [FakeSafe['asked'][number][], string[]] = [[], []];
  const switches: Switches = {
    answers: { getSafeInfo: { safeAddress: address, chainId: 31337, threshold: 2, owners: [] } },
    silent: [],
  };
  const parent = { postMessage };
  const page = Object.assign(new EventTarget(), {
    ...{ parent, crypto, location: new URL('https://app.example/') },
  });
  const listeners = new Set<unknown>();
  const { addEventListener } = page;
  page.addEventListener = (type, listener, options) => {
    addEventListener.call(page, type, listener, options);
    if (type !== 'message') return;
    listeners.add(listener);
    const signal = field(options, 'signal') as AbortSignal | undefined;
    signal?.addEventListener('abort', () => listeners.delete(listener));
  };
  vi.stubGlobal('window', page);

  const send: FakeSafe['send'] = (data, from) =>
    void page.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: parent, ...from }));

  /** A browser delivers nothing to a window of another origin than is wanted. */
  function postMessage(message: unknown, target: string): void {
    targets.push(target);
    if (target !== origin && target !== '*') return;
    const [id, method] = [String(field(message, 'id')), String(field(message, 'method'))];
    asked.push({ method, params: field(message, 'params') });
    if (!switches.silent.includes(method)) queueMicrotask(() => send(toAnswer(id, method)));
  }

  function toAnswer(id: string, method: string) {
    const answer = switches.answers[method];
    if (answer instanceof Error) return MessageFormatter.makeErrorResponse(id, answer.message, '9.1.0');
    return MessageFormatter.makeResponse(id, answer as never, '9.1.0');
  }

  return { origin, address, switches, asked, targets, listeners: () => listeners.size, send };
}
