import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import {
  decodeTransaction,
  encodeTransaction,
  type SignedTransaction,
  type Transaction,
} from '@near-js/transactions';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64 } from '@scure/base';
import { toNep413Payload } from '../../testing/nep413.ts';
import { type FakePage, installPage } from '../../testing/page.ts';
import type { Envelope } from '../meteor-link.ts';

const [harbour] = nearAccounts as unknown as [PracticeNearAccount];

/** What a test can switch in the fake Meteor, at any time. */
export interface MeteorSwitches {
  /** The browser opens no window. */
  isBlocked: boolean;
  /** The window reads as closed from the start, as one whose site cuts it off from its opener. */
  isCutOff: boolean;
  /** How a request ends instead of being approved, and with which tags. */
  ends: { readonly status: string; readonly endTags?: unknown } | undefined;
  /** Answers nothing to a request, as if its person were away. */
  isSilent: boolean;
  /** The account that it opens, and by whose key it signs. */
  account: PracticeNearAccount;
  /** Its payload in place of its own. */
  payload: unknown;
  /** Changes each message: what is sent in place of its fields, and from where. */
  data: object;
  origin: string | undefined;
  source: unknown;
  /** Sent before each of its own messages. */
  garbage: readonly unknown[];
  /** Thrown by the extension when it is sent something. */
  failure: unknown;
}

/** What is seen of one of its windows. */
export interface FakeWindow {
  readonly address: URL;
  readonly features: string | undefined;
  closed: boolean;
  close(): void;
  postMessage(envelope: Envelope, origin: string): void;
}

export interface FakeMeteor {
  readonly page: FakePage;
  readonly switches: MeteorSwitches;
  readonly windows: readonly FakeWindow[];
  /** Everything that was sent to it, with the origin that may read it. */
  readonly heard: readonly { readonly envelope: Envelope; readonly origin: string | undefined }[];
  /** How many listeners the page has for messages; of the extension, all that were ever added. */
  listeners(): number;
  /** Says something to the page, about the request that was opened last unless `data` names another. */
  say(data: unknown): void;
  /** Forgets all requests, as if its page was loaded again, and says so. */
  reload(): void;
}

interface Wish {
  readonly isExtension?: boolean;
  readonly site?: string;
  /** Where it sends transactions. */
  readonly rpcUrl?: string;
}

/** Puts a page there, with Meteor's extension or with windows that open at its site. It approves everything. */
export function installMeteor({ isExtension = false, site = '', rpcUrl = '' }: Wish = {}): FakeMeteor {
  const page = installPage('https://app.example/pier?tide=high#deck');
  const switches: MeteorSwitches = {
    ...{ isBlocked: false, isCutOff: false, ends: undefined, isSilent: false, account: harbour },
    ...{
      payload: undefined,
      data: {},
      origin: undefined,
      source: undefined,
      garbage: [],
      failure: undefined,
    },
  };
  const windows: FakeWindow[] = [];
  const heard: { envelope: Envelope; origin: string | undefined }[] = [];
  const extensionListeners: ((data: unknown) => void)[] = [];
  const known = new Map<string, Envelope>();
  const counted = countListeners(page);
  let last = '';

  function deliver(data: unknown): void {
    for (const listener of extensionListeners) listener(data);
    if (isExtension) return;
    const { origin = new URL(site).origin, source = windows.at(-1) } = switches;
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  }

  function say(data: unknown): void {
    for (const one of switches.garbage) deliver(one);
    deliver({ uid: last, endTags: [], ...(data as object), ...switches.data });
  }

  async function hear(envelope: Envelope, origin?: string): Promise<void> {
    heard.push({ envelope, origin });
    const { uid, status, inputs } = envelope;
    if (status === 'closed_success' || status === 'closed_fail') {
      for (const one of windows) if (one.address.searchParams.get('connectionUid') === uid) one.closed = true;
      return;
    }
    if (status === 'disconnected') return void known.delete(uid);
    const isNew = !known.has(uid);
    if (isNew && inputs === undefined) return say({ uid, status: 'attempting_reconnect' });
    if (isNew) known.set(uid, envelope);
    say({ uid, status: 'connected' });
    if (!isNew || switches.isSilent) return;
    if (switches.ends !== undefined) return say({ uid, ...switches.ends });
    const payload = switches.payload ?? (await answer(envelope, switches.account, rpcUrl));
    if (known.has(uid)) say({ uid, status: 'closed_success', payload });
  }

  const receive = (envelope: Envelope, origin?: string) => {
    if (switches.failure !== undefined) throw switches.failure;
    last = envelope.uid;
    queueMicrotask(() => void hear(structuredClone(envelope), origin));
  };

  function open(address: URL, _: string, features?: string): FakeWindow | null {
    if (switches.isBlocked) return null;
    const opened: FakeWindow = {
      address,
      features,
      closed: switches.isCutOff,
      close: () => {
        opened.closed = true;
      },
      postMessage: (envelope, origin) => receive(envelope, origin),
    };
    windows.push(opened);
    last = address.searchParams.get('connectionUid') ?? '';
    return opened;
  }

  Object.assign(page, { open });
  if (isExtension) {
    const meteorCom = {
      sendMessageData: (envelope: Envelope) => receive(envelope),
      addMessageDataListener: (listener: (data: unknown) => void) => void extensionListeners.push(listener),
    };
    Object.assign(page, { meteorCom });
  }
  const listeners = () => (isExtension ? extensionListeners.length : counted());
  const reload = () => {
    known.clear();
    say({ status: 'attempting_reconnect', connectionUid: last });
  };
  return { page, switches, windows, heard, listeners, say, reload };
}

/** Counts the listeners for messages that have not been removed by their signal. */
function countListeners(page: FakePage): () => number {
  let count = 0;
  const add = page.addEventListener.bind(page);
  page.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions) => {
    if (type === 'message') count += 1;
    options.signal?.addEventListener('abort', () => {
      count -= 1;
    });
    add(type, listener, options);
  };
  return () => count;
}

async function answer(
  { actionType, inputs = {} }: Envelope,
  { accountId, publicKey, seed }: PracticeNearAccount,
  rpcUrl: string,
): Promise<unknown> {
  if (actionType === 'login') return { accountId, allKeys: [publicKey] };
  if (actionType === 'sign_message') {
    const hash = sha256(toNep413Payload(inputs as never));
    return { accountId, publicKey, signature: base64.encode(ed25519.sign(hash, seed)), state: undefined };
  }
  const bytes = base64.decode((inputs as { transactions: string }).transactions);
  const transaction = decodeTransaction(bytes);
  return { executionOutcomes: [await send(transaction, seed, rpcUrl)] };
}

/** Signs a transaction and sends it, as Meteor does; answers its outcome. */
async function send(transaction: Transaction, seed: Uint8Array, rpcUrl: string): Promise<unknown> {
  const data = ed25519.sign(sha256(encodeTransaction(transaction)), seed);
  const signed = { transaction, signature: { ed25519Signature: { data } } } as unknown as SignedTransaction;
  const params = {
    signed_tx_base64: base64.encode(encodeTransaction(signed)),
    wait_until: 'EXECUTED_OPTIMISTIC',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'meteor', method: 'send_tx', params });
  const response = await fetch(rpcUrl, { method: 'POST', body });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`The node refused the transaction: ${JSON.stringify(error)}`);
  return result;
}
