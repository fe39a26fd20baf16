import {
  decryptContent,
  deriveSharedSecret,
  encryptContent,
  exportKeyToHexString,
  generateKeyPair,
  importKeyFromHexString,
} from '@coinbase/wallet-sdk/dist/util/cipher.js';
import { field } from '@linkspan/contract';
import { evmAccounts } from '@linkspan/practice/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { vi } from 'vitest';

type Call = { readonly method: string; readonly params?: readonly unknown[] };

/** What a test may turn on; all of it can be changed at any time. */
interface Switches {
  /** `none` leaves the window open. */
  answer: 'approve' | 'reject' | 'none';
  /** The kind of wallet that the person wants. */
  kind: string;
  /** The browser opens no window. */
  isBlocked: boolean;
  /** The site does not load in its window. */
  isAway: boolean;
  /** The chains that the wallet knows, with their nodes. */
  chains: Record<number, string>;
}

/** Of each window, what the page has sent to it. */
interface OpenedWindow {
  readonly address: URL;
  readonly received: unknown[];
  closed: boolean;
  /** Sends a message to the page, from itself at the site's origin or from elsewhere. */
  send(data: unknown, from?: { readonly origin?: string; readonly source?: object }): void;
}

/** Coinbase's site, as the package's signer and its window expect it: real keys, encryption and signatures. */
export interface FakeCoinbase {
  readonly site: string;
  readonly switches: Switches;
  readonly account: ReturnType<typeof privateKeyToAccount>;
  readonly windows: readonly OpenedWindow[];
  /** What the person was asked for, in order. */
  readonly asked: readonly string[];
  /** How many listeners for messages the page has. */
  listeners(): number;
  /** The keys that the page has in `localStorage`. */
  kept(): readonly string[];
}

/** Puts a page there whose `window.open` opens the site. */
export function installCoinbase(): FakeCoinbase {
  const site = 'https://coinbase.example';
  const account = privateKeyToAccount(evmAccounts[0]?.privateKey as `0x${string}`);
  const windows: OpenedWindow[] = [];
  const asked: string[] = [];
  const switches: Switches = {
    ...{ answer: 'approve', kind: 'scw', isBlocked: false, isAway: false },
    chains: { 31337: 'http://127.0.0.1:9' },
  };
  const page = Object.assign(new EventTarget(), {
    location: new URL('https://page.example/shop?secret=1#secret'),
    open,
  });
  const listeners = new Set<unknown>();
  const { addEventListener } = page;
  page.addEventListener = (type, listener, options) => {
    addEventListener.call(page, type, listener, options);
    if (type !== 'message') return;
    listeners.add(listener);
    (field(options, 'signal') as AbortSignal).addEventListener('abort', () => listeners.delete(listener));
  };
  const stored = createLocalStorage();
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', stored);
  vi.stubGlobal('navigator', { userActivation: { isActive: true } });

  const keys = generateKeyPair();
  let secret: CryptoKey | undefined;

  function open(address: URL): unknown {
    if (switches.isBlocked) return null;
    const own: OpenedWindow & { close(): void; postMessage(message: unknown): void } = {
      address,
      received: [],
      closed: false,
      send: (data, from) =>
        void page.dispatchEvent(
          Object.assign(new Event('message'), { data, origin: site, source: own, ...from }),
        ),
      close: () => {
        own.closed = true;
      },
      postMessage: (message) => {
        own.received.push(message);
        void receive(own, structuredClone(message));
      },
    };
    windows.push(own);
    queueMicrotask(() => switches.isAway || own.send({ event: 'PopupLoaded', id: 'loaded' }));
    return own;
  }

  async function receive(own: OpenedWindow, message: unknown): Promise<void> {
    const [requestId, content] = [field(message, 'id'), field(message, 'content')];
    if (field(message, 'event') === 'selectSignerType') own.send({ requestId, data: switches.kind });
    if (content === undefined) return;
    const { privateKey, publicKey } = await keys;
    const handshake = field(content, 'handshake') as Call | undefined;
    if (handshake) {
      const peer = await importKeyFromHexString('public', String(field(message, 'sender')));
      secret = await deriveSharedSecret(privateKey, peer);
    }
    const shared = secret as CryptoKey;
    const encrypted = field(content, 'encrypted') as Parameters<typeof decryptContent>[0];
    const call =
      handshake ?? ((await decryptContent(encrypted, shared)) as unknown as { action: Call }).action;
    asked.push(call.method);
    if (switches.answer === 'none') return;
    const result = await answer(call).then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
    const response = { result, data: { chains: switches.chains } } as unknown as Parameters<
      typeof encryptContent
    >[0];
    own.send({
      ...{ id: crypto.randomUUID(), requestId, sender: await exportKeyToHexString('public', publicKey) },
      content: { encrypted: await encryptContent(response, shared) },
    });
    // Its site closes the window at once.
    own.closed = true;
    own.send({ event: 'PopupUnload' });
  }

  async function answer({ method, params = [] }: Call): Promise<unknown> {
    if (switches.answer === 'reject') throw { code: 4001, message: 'User denied' };
    const chain = Number(field(params[0], 'chainId'));
    if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
    if (method === 'personal_sign')
      return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
    if (method === 'eth_sendTransaction') return `0x${'ab'.repeat(32)}`;
    if (['eth_signTypedData_v4', 'wallet_watchAsset', 'wallet_sendCalls'].includes(method)) return 'done';
    if (method === 'wallet_addEthereumChain') switches.chains[chain] = 'http://127.0.0.1:9';
    if (!(chain in switches.chains)) throw { code: 4902, message: 'Unrecognized chain' };
    return null;
  }

  return {
    ...{ site, switches, account, windows, asked },
    listeners: () => listeners.size,
    kept: () => Array.from({ length: stored.length }, (_, at) => String(stored.key(at))),
  };
}

function createLocalStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
