import {
  type Failure,
  failure,
  field,
  hasCode,
  LinkspanError,
  type NetworkId,
  toList,
} from '@linkspan/contract';
import { isBlank, readLate } from '@linkspan/kit/accounts';
import { toWalletError } from '@linkspan/kit/failures';
import { eventPauseMs, firstReadMs } from '@linkspan/kit/limits';
import { raceRead, raceRequest } from '@linkspan/kit/race';
import { listen, tryTo } from '@linkspan/kit/util';
import type { Address } from 'viem';
import { parseAccounts, parseNetworkId, whyNone } from './accounts.ts';
import { toProviderError } from './failures.ts';
import { accountsPermission, type Provider, toChainId } from './provider.ts';

type Listener = (fact: unknown) => void;
type Call = Parameters<Provider['request']>[0];

/** What the library sees of a wallet: EIP-1193, but it never prompts for a connection, never hangs, and can be closed. */
export interface Adapter extends Required<Omit<Provider, 'isSafe' | 'proof'>> {
  /** Whether the wallet takes no listeners, so that it tells of no change. */
  readonly isSilent: boolean;
  /** Reads accounts and network again, and tells of what has changed. Rejects as the wallet does. */
  reread(): Promise<void>;
  /** MIP-2: gives the wallet's permission back. Rejects where the wallet cannot. */
  revoke(): Promise<void>;
}

export interface AdapterOptions {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** Ends it: every listener is dropped, and what is still asked rejects with `wallet/cancelled`. */
  readonly signal: AbortSignal;
  /** How long the wallet may take for what needs no person. */
  readonly readDeadlineMs: number;
  /** The wallet's provider is gone for good. */
  lost(reason: Failure): void;
  /** The wallet shows no account for now: it may be locked. The library is not told, or it would end the connection. */
  locked(reason: Failure): void;
  /** The wallet shows accounts again. */
  unlocked(): void;
}

const prompts = ['personal_sign', 'eth_sendTransaction'];
const switches = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'];

/** An open wallet, and what is known of it. */
interface State extends AdapterOptions {
  readonly inner: Provider;
  readonly listeners: Map<string, Set<Listener>>;
  isLost: boolean;
  isLocked: boolean;
  /** The page gives the permission back: that no account is shown then is no news. */
  isLeaving: boolean;
  timesHeard: number;
  /** The network that the library was told last. */
  network?: NetworkId<'eip155'>;
  /** Reads that events have led to. */
  readonly reads: Map<ReadKind, EventRead>;
}

type ReadKind = 'all' | 'accounts' | 'network' | 'end';

/** A read that an event has led to, and the pause after it. */
interface EventRead {
  /** What the event told. */
  readonly told: string;
  isAnswered: boolean;
  /** Starts the next one. */
  next?: () => void;
}

/** Opens an adapter over an announced provider, until the signal aborts. Only the methods that a session needs pass through it. */
export function openAdapter(inner: Provider, options: AdapterOptions): Adapter {
  const { signal } = options;
  const state: State = {
    ...options,
    ...{ inner, listeners: new Map(), isLost: false, isLocked: false, isLeaving: false, timesHeard: 0 },
    reads: new Map(),
  };
  const isSilent = !listen(inner, toListeners(state), signal);
  signal.addEventListener('abort', () => state.listeners.clear(), { once: true });
  return {
    request: (call) => request(state, call),
    on: (event, listener) => on(state, event, listener),
    removeListener: (event, listener) => removeListener(state, event, listener),
    reread: () => reread(state),
    isSilent,
    revoke: async () => {
      state.isLeaving = true;
      await read(state, { method: 'wallet_revokePermissions', params: accountsPermission });
    },
  };
}

async function request(state: State, call: Call): Promise<unknown> {
  const { wallet, signal } = state;
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  // The approval was asked for by discovery; the library is told what it came to.
  if (call.method === 'eth_requestAccounts') return readLate(() => readAddresses(state, firstReadMs));
  if (call.method === 'eth_accounts') return readAddresses(state);
  if (call.method === 'eth_chainId') return readNetwork(state).then(toHex);
  if (prompts.includes(call.method)) return raceRequest(wallet, signal, () => ask(state, call));
  if (switches.includes(call.method)) return raceRequest(wallet, signal, () => askToSwitch(state, call));
  throw Object.assign(new Error(`${call.method} is not passed on`), { code: -32601 });
}

async function ask(state: State, call: Call): Promise<unknown> {
  try {
    return await state.inner.request(call);
  } catch (error) {
    const known = toWalletError(error, { wallet: state.wallet, method: call.method });
    // Whoever has asked is to hear of it first.
    if (hasCode(known, 'wallet/gone')) setTimeout(lose, 0, state);
    throw toProviderError(known);
  }
}

function lose(state: State): void {
  if (state.isLost || state.signal.aborted) return;
  state.isLost = true;
  state.lost(failure('wallet/gone', { wallet: state.wallet }));
}

async function read(state: State, call: Call, deadlineMs = state.readDeadlineMs): Promise<unknown> {
  const limits = { signal: state.signal, deadlineMs };
  return raceRead(state.wallet, limits, () => ask(state, call));
}

/** One that has taken its permission back may show no account, or refuse to (EIP-1193, 4100). */
async function readAddresses(state: State, deadlineMs?: number): Promise<readonly Address[]> {
  const answer = await read(state, { method: 'eth_accounts' }, deadlineMs).catch((error: unknown) => {
    if (field(error, 'code') === 4100) return [];
    throw error;
  });
  return toAddresses(answer, state.wallet);
}

/** One that locks may show accounts without an address. */
function toAddresses(answer: unknown, wallet: string): readonly Address[] {
  return isBlank(toList(answer)) ? [] : parseAccounts(answer, wallet);
}

async function readNetwork(state: State): Promise<NetworkId<'eip155'>> {
  return parseNetworkId(await read(state, { method: 'eth_chainId' }), state.wallet);
}

async function askToSwitch(state: State, call: Call): Promise<null> {
  const [first] = call.params ?? [];
  const asked = parseNetworkId(field(first, 'chainId'), state.wallet);
  try {
    await ask(state, call);
  } catch (error) {
    // Some wallets answer that they could not switch although they have.
    if ((await readNetwork(state).catch(() => undefined)) === asked) return null;
    throw error;
  }
  if (call.method !== 'wallet_addEthereumChain') return confirmSwitch(state, asked);
  // EIP-3085 leaves it to the wallet whether it also switches to a chain that it has added.
  if ((await readNetwork(state)) === asked) return null;
  return askToSwitch(state, { method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(asked) }] });
}

/** Some wallets answer before they have switched, and some although they have not. */
async function confirmSwitch(state: State, asked: NetworkId<'eip155'>): Promise<null> {
  const { wallet, signal, readDeadlineMs: deadlineMs } = state;
  let switched: Listener = () => undefined;
  const told = new Promise<void>((resolve) => {
    switched = (fact) => Number(fact) === toChainId(asked) && resolve();
  });
  on(state, 'chainChanged', switched);
  try {
    if ((await readNetwork(state)) === asked) return null;
    await raceRead(wallet, { signal, deadlineMs }, () => told).catch(() => undefined);
    if ((await readNetwork(state)) === asked) return null;
  } finally {
    removeListener(state, 'chainChanged', switched);
  }
  // It said yes, and gave no reason for staying where it is.
  throw new LinkspanError('wallet/failed', { wallet, detail: '' });
}

function on({ listeners }: State, event: string, listener: Listener): void {
  listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
}

function removeListener({ listeners }: State, event: string, listener: Listener): void {
  listeners.get(event)?.delete(listener);
}

function emit({ listeners }: State, event: string, fact: unknown): void {
  for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
}

/** What a wallet says in another form than its standard's is not passed on: accounts and network are read again. */
function toListeners(state: State): Record<string, Listener> {
  const { wallet } = state;
  const readAll = () => void readOnce(state, ['all', ''], () => reread(state));
  return {
    accountsChanged: (fact) => {
      const addresses = tryTo(() => toAddresses(fact, wallet));
      if (addresses === undefined) return readAll();
      void hearAccounts(state, addresses);
      if (addresses.length > 0)
        void readOnce(state, ['accounts', String(addresses)], () => completeAccounts(state, addresses));
    },
    chainChanged: (fact) => {
      const network = tryTo(() => parseNetworkId(fact, wallet));
      if (network === undefined) return readAll();
      tellNetwork(state, network, fact);
      void readOnce(state, ['network', network], () => setRight(state));
    },
    // The wallet lost its networks, or the page lost the wallet: only what it still answers can tell.
    disconnect: () =>
      void readOnce(state, ['end', ''], () =>
        readAddresses(state).then(
          (addresses) => hearAccounts(state, addresses),
          () => lose(state),
        ),
      ),
  };
}

/**
 * Reads what an event was about. Some wallets report an event at each read: one that tells the same meanwhile leads to no
 * other read, and there is a pause between two. Never rejects.
 */
async function readOnce(
  state: State,
  [kind, told]: readonly [ReadKind, string],
  read: () => Promise<void>,
): Promise<void> {
  const { reads, signal } = state;
  const running = reads.get(kind);
  const start = () => void readOnce(state, [kind, told], read);
  if (running !== undefined) {
    if (running.isAnswered || running.told !== told) running.next = start;
    return;
  }
  const own: EventRead = { told, isAnswered: false };
  reads.set(kind, own);
  await read().catch(() => undefined);
  own.isAnswered = true;
  await new Promise((resolve) => setTimeout(resolve, eventPauseMs));
  reads.delete(kind);
  if (!signal.aborted) own.next?.();
}

function tellNetwork(state: State, network: NetworkId<'eip155'>, fact: unknown = toHex(network)): void {
  state.network = network;
  emit(state, 'chainChanged', fact);
}

/** Passes accounts on; if there are none, it is found out whether that is the end. */
async function hearAccounts(state: State, addresses: readonly Address[]): Promise<void> {
  state.timesHeard += 1;
  if (addresses.length === 0) return hearNone(state);
  emit(state, 'accountsChanged', addresses);
  if (state.isLocked) state.unlocked();
  state.isLocked = false;
}

async function hearNone(state: State): Promise<void> {
  if (state.isLeaving) return;
  const { inner, wallet, signal, timesHeard } = state;
  const code = await whyNone(inner);
  // Some wallets show none for a moment while another account is chosen.
  if (timesHeard !== state.timesHeard || signal.aborted) return;
  if (code === 'wallet/revoked') return emit(state, 'accountsChanged', []);
  state.isLocked = true;
  state.locked(failure(code, { wallet }));
}

/** Some wallets tell the account in use alone: those that they show beside it stay. */
async function completeAccounts(state: State, told: readonly Address[]): Promise<void> {
  const { timesHeard } = state;
  const shown = await readAddresses(state);
  if (timesHeard !== state.timesHeard || state.signal.aborted || shown.length <= told.length) return;
  if (told.every((address) => shown.includes(address)))
    await hearAccounts(state, [...told, ...shown.filter((address) => !told.includes(address))]);
}

/** What the wallet is on counts, not what it told: it is asked, and believed if it says otherwise. */
async function setRight(state: State): Promise<void> {
  const told = state.network;
  const network = await readNetwork(state);
  // Another one that was told meanwhile is asked about, too.
  if (told === state.network && network !== told && !state.signal.aborted) tellNetwork(state, network);
}

async function reread(state: State): Promise<void> {
  const [addresses, network] = await Promise.all([readAddresses(state), readNetwork(state)]);
  if (state.signal.aborted) return;
  tellNetwork(state, network);
  await hearAccounts(state, addresses);
}

/** As EIP-1193 has a chain's id. */
function toHex(network: NetworkId<'eip155'>): string {
  return `0x${toChainId(network).toString(16)}`;
}
