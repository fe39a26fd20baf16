import { field, LinkspanError } from '@linkspan/contract';
import { replaceInWindow } from './selector-module.ts';

/** The module's wallet, and replacements for the page's own objects. */
export interface Site {
  readonly wallet: string;
  readonly origin: string;
  readonly localStorage: Pick<Storage, 'length' | 'clear' | 'getItem' | 'setItem' | 'removeItem'>;
  /** A message of the wallet for the module; undefined if it must not get it. Throws to end the request. */
  parse(data: unknown): object | undefined;
}

type Listener = (event: { readonly data: object }) => Promise<void>;

/** The module listens by it for a logout in the wallet, for ever, and reloads the page then. It gets none. */
class NoSocket {
  close() {}
}

/**
 * Asks the wallet through the module, which opens its frame or window within the call. The module trusts every message of
 * the page: so it gets only those of that frame or window, at the wallet's origin. Both are gone when this settles.
 * Rejects with `wallet/cancelled`, `wallet/malformed`, and as the module and `parse` do.
 */
export async function askModule(
  { wallet, origin, localStorage, parse }: Site,
  call: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const cancelled = () => new LinkspanError('wallet/cancelled', { wallet });
  if (signal.aborted) throw cancelled();
  const { opened, frame, listener, answer } = start(call, localStorage);
  const ended = new AbortController();

  async function passOn(data: unknown): Promise<void> {
    const type = field(data, 'type');
    if (frame && type === 'ready') frame.style.visibility = 'visible';
    const message = parse(data);
    if (message === undefined) return;
    try {
      await withStandIns({ localStorage, WebSocket: NoSocket }, () => listener?.({ data: message }));
    } catch (cause) {
      throw new LinkspanError('wallet/malformed', { wallet, place: String(type) }, { cause });
    }
  }

  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(cancelled()), { signal: ended.signal });
    const onMessage = (event: MessageEvent) => {
      if (event.origin === origin && event.source === (opened ?? frame?.contentWindow))
        passOn(event.data).catch(reject);
    };
    window.addEventListener('message', onMessage, { signal: ended.signal });
  });
  try {
    return await Promise.race([answer, interrupted]);
  } finally {
    ended.abort();
    frame?.remove();
    opened?.close();
  }
}

/** The module's window or frame within a call, and its listener. */
interface Started {
  readonly answer: Promise<unknown>;
  readonly opened?: Window | null;
  readonly frame?: HTMLIFrameElement;
  readonly listener?: Listener;
}

function start(call: () => Promise<unknown>, localStorage: Site['localStorage']): Started {
  const { body } = document;
  const { open } = window;
  const last = body.lastElementChild;
  const seen: { opened?: Window | null; listener?: Listener } = {};
  const standIns = {
    localStorage,
    open(...given: Parameters<typeof open>) {
      seen.opened = open.apply(window, given);
      return seen.opened;
    },
    addEventListener(_: string, listener: Listener) {
      seen.listener = listener;
    },
  };
  const answer = withStandIns(standIns, call);
  if (body.lastElementChild === last) return { answer, ...seen };
  const frame = body.lastElementChild as HTMLIFrameElement;
  // It covers the page: one that does not load would hide Cancel.
  frame.style.visibility = 'hidden';
  return { answer, ...seen, frame };
}

/** Calls with these in place of the window's own, which are back when this returns. */
export function withStandIns<Value>(standIns: object, call: () => Value): Value {
  const putBack = replaceInWindow(standIns);
  try {
    return call();
  } finally {
    putBack();
  }
}
