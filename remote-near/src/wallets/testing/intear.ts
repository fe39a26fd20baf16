import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { vi } from 'vitest';
import { toNep413Payload } from '../../testing/nep413.ts';

const [harbour] = nearAccounts as unknown as [PracticeNearAccount];

/** The hash of a transaction that was never sent. */
export const intearHash = base58.encode(sha256(Uint8Array.of(2)));

/** What a test can switch in the fake Intear, at any time. */
export interface IntearSwitches {
  /** The browser opens no window. */
  isBlocked: boolean;
  /** Says not even that it is ready. */
  isSilent: boolean;
  /** The account that it opens, and by whose key it signs. */
  account: PracticeNearAccount;
  /** Said in place of its answer. */
  answer: object | undefined;
}

/** A message that the module has sent, to a frame or a window. */
export interface IntearRequest {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A frame or a window of its site. */
export interface IntearPlace {
  readonly address: string;
  readonly style: Record<string, string>;
  /** Whether it is gone. */
  closed: boolean;
  /** Where the page's messages to it go, and the source of its own. */
  readonly target: object;
}

/**
 * Puts a page there, with Intear at `site`: built from what the selector's module sends and takes. It knows the page by
 * the key of the last sign-in, refuses what another key has signed, approves everything else, and sends nothing.
 */
export function installIntear(site: string) {
  const { origin } = new URL(site);
  const page = new EventTarget();
  const switches: IntearSwitches = { isBlocked: false, isSilent: false, account: harbour, answer: undefined };
  const places: IntearPlace[] = [];
  const heard: IntearRequest[] = [];
  const bridge: { readonly url: string; readonly body: unknown }[] = [];
  const sockets: string[] = [];
  const stored = new Map<string, string>();
  const listeners = new Set<unknown>();
  let pageKey = '';

  /** A message to the page, as from there. */
  function say(data: unknown, from: { readonly origin?: string; readonly source?: unknown } = {}): void {
    const event = { data: structuredClone(data), origin, source: places.at(-1)?.target, ...from };
    page.dispatchEvent(Object.assign(new Event('message'), event));
  }

  function open(address: string): IntearPlace {
    const place: IntearPlace = {
      address,
      style: {},
      closed: false,
      target: {
        get closed() {
          return place.closed;
        },
        close: () => {
          place.closed = true;
        },
        postMessage(message: unknown, to: string) {
          if (to === site) queueMicrotask(() => hear(structuredClone(message) as IntearRequest, place));
        },
      },
    };
    places.push(place);
    queueMicrotask(() => {
      if (!switches.isSilent) say({ type: 'ready' }, { source: place.target });
    });
    return place;
  }

  function hear(request: IntearRequest, { target }: IntearPlace): void {
    heard.push(request);
    const { type, message } = request;
    const told = type === 'close' ? { type, message } : (switches.answer ?? answer(request));
    say(told, { source: target });
  }

  function answer({ type, data }: IntearRequest): object {
    const { account } = switches;
    const signed = String(data[type === 'signAndSendTransactions' ? 'transactions' : 'message']);
    const publicKey = String(data.publicKey);
    if (type !== 'signIn' && publicKey !== pageKey) return { type: 'error', message: 'Unknown key' };
    const hash = sha256(utf8ToBytes(`${data.nonce}|${signed}`));
    if (!ed25519.verify(fromText(data.signature), hash, fromText(publicKey)))
      return { type: 'error', message: 'Invalid signature' };
    if (type === 'signIn') {
      pageKey = publicKey;
      return {
        ...{ type: 'connected', accounts: [{ accountId: account.accountId }], walletUrl: site },
        ...{ functionCallKeyAdded: false, logoutKey: account.publicKey, useBridge: false },
      };
    }
    if (type === 'signMessage') return { type: 'signed', signature: sign(JSON.parse(signed), account) };
    const outcomes = (JSON.parse(signed) as { signerId: string; receiverId: string }[]).map(
      ({ signerId, receiverId }) =>
        new Map([['transaction', { hash: intearHash, signer_id: signerId, receiver_id: receiverId }]]),
    );
    return { type: 'sent', outcomes };
  }

  const children: object[] = [{ id: 'app' }];
  const body = {
    get lastElementChild() {
      return children.at(-1);
    },
    appendChild(frame: { src: string; contentWindow?: object; style: Record<string, string> }) {
      children.push(frame);
      const place = open(frame.src);
      Object.assign(place.style, frame.style);
      Object.assign(frame, {
        contentWindow: place.target,
        style: place.style,
        remove() {
          if (!place.closed) children.splice(children.indexOf(frame), 1);
          place.closed = true;
        },
      });
    },
  };
  const globals = {
    window: globalThis,
    location: new URL('https://app.example/pier?tide=high#deck'),
    document: { createElement: () => ({ style: {} }), body },
    open: (address: string) => (switches.isBlocked ? null : open(address).target),
    addEventListener(type: string, listener: EventListener, options: AddEventListenerOptions) {
      if (options.signal?.aborted) return;
      listeners.add(listener);
      options.signal?.addEventListener('abort', () => listeners.delete(listener));
      page.addEventListener(type, listener, options);
    },
    removeEventListener: page.removeEventListener.bind(page),
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    WebSocket: class {
      constructor(url: string) {
        sockets.push(url);
      }
    },
    async fetch(url: string, { body: text }: { readonly body: string }) {
      bridge.push({ url, body: JSON.parse(text) });
      return { ok: true };
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { switches, places, heard, bridge, sockets, stored, say, listeners: () => listeners.size, children };
}

/** The bytes of a key or a signature, `ed25519:` and base58. */
function fromText(text: unknown): Uint8Array {
  return base58.decode(String(text).slice('ed25519:'.length));
}

function sign(
  { nonce, ...message }: { nonce: number[]; message: string; recipient: string },
  { accountId, publicKey, seed }: PracticeNearAccount,
): object {
  const hash = sha256(toNep413Payload({ ...message, nonce: Uint8Array.from(nonce) }));
  return { accountId, publicKey, signature: `ed25519:${base58.encode(ed25519.sign(hash, seed))}` };
}
