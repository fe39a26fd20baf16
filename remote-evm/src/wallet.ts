import {
  type Failure,
  failure,
  hasCode,
  LinkspanError,
  type NetworkId,
  raceRead,
  toList,
} from '@linkspan/contract';
import { toWalletError } from '@linkspan/kit/failures';
import { listen } from '@linkspan/kit/listen';
import { isBlank } from '@linkspan/kit/locked';
import { tryTo } from '@linkspan/kit/try-to';
import { whileOpen } from '@linkspan/kit/while-open';
import { parseAccounts, whyNone } from './accounts.ts';
import { toProviderError } from './failures.ts';
import { accountsPermission, type Provider, parseNetworkId, toChainId } from './provider.ts';

type Listener = (fact: unknown) => void;
type Call = Parameters<Provider['request']>[0];

/** What the library sees of a wallet: EIP-1193, but it never prompts for a connection, never hangs, and can be closed. */
export interface Adapter extends Required<Provider> {
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

/** Opens an adapter over an announced provider, until the signal aborts. Only the methods that a session needs pass through it. */
export function openAdapter(inner: Provider, options: AdapterOptions): Adapter {
  const { wallet, signal, readDeadlineMs, lost, locked, unlocked } = options;
  const listeners = new Map<string, Set<Listener>>();
  const limits = { signal, deadlineMs: readDeadlineMs };
  let isLost = false;
  let isLocked = false;
  /** The page gives the permission back: that no account is shown then is no news. */
  let isLeaving = false;
  let timesHeard = 0;

  const read = (call: Call) => raceRead(wallet, limits, () => ask(call));

  async function ask(call: Call): Promise<unknown> {
    try {
      return await inner.request(call);
    } catch (error) {
      const known = toWalletError(error, { wallet, method: call.method });
      // Whoever has asked is to hear of it first.
      if (hasCode(known, 'wallet/gone')) setTimeout(lose, 0);
      throw toProviderError(known);
    }
  }

  function lose(): void {
    if (isLost || signal.aborted) return;
    isLost = true;
    lost(failure('wallet/gone', { wallet }));
  }

  async function request(call: Call): Promise<unknown> {
    if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
    // The approval was asked for by discovery; the library is told what it came to.
    if (['eth_requestAccounts', 'eth_accounts'].includes(call.method)) return readAddresses();
    if (call.method === 'eth_chainId') return readNetwork().then(toHex);
    if (prompts.includes(call.method)) return whileOpen(wallet, signal, ask(call));
    if (switches.includes(call.method)) return whileOpen(wallet, signal, askToSwitch(call));
    throw Object.assign(new Error(`${call.method} is not passed on`), { code: -32601 });
  }

  // One that locks may show accounts without an address.
  const toAddresses = (answer: unknown) => (isBlank(toList(answer)) ? [] : parseAccounts(answer, wallet));

  const readAddresses = async () => toAddresses(await read({ method: 'eth_accounts' }));

  const readNetwork = async () => parseNetworkId(await read({ method: 'eth_chainId' }), wallet);

  const networkAsked = ({ params }: Call) =>
    parseNetworkId((params?.[0] as { chainId?: unknown } | undefined)?.chainId, wallet);

  async function askToSwitch(call: Call): Promise<null> {
    try {
      await ask(call);
    } catch (error) {
      return forgiveSwitch(call, error);
    }
    return call.method === 'wallet_addEthereumChain' ? switchToAdded(call) : confirmSwitch(call);
  }

  /** Some wallets answer that they could not switch although they have. */
  async function forgiveSwitch(call: Call, error: unknown): Promise<null> {
    if ((await readNetwork().catch(() => undefined)) === networkAsked(call)) return null;
    throw error;
  }

  /** EIP-3085 leaves it to the wallet whether it also switches to a chain that it has added. */
  async function switchToAdded(call: Call): Promise<null> {
    const asked = networkAsked(call);
    if ((await readNetwork()) === asked) return null;
    return askToSwitch({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(asked) }] });
  }

  /** Some wallets answer before they have switched, and some although they have not. */
  async function confirmSwitch(call: Call): Promise<null> {
    const asked = networkAsked(call);
    let switched: Listener = () => undefined;
    const told = new Promise<void>((resolve) => {
      switched = (fact) => Number(fact) === toChainId(asked) && resolve();
    });
    on('chainChanged', switched);
    try {
      if ((await readNetwork()) === asked) return null;
      await raceRead(wallet, limits, () => told).catch(() => undefined);
      if ((await readNetwork()) === asked) return null;
    } finally {
      removeListener('chainChanged', switched);
    }
    // It said yes, and gave no reason for staying where it is.
    throw new LinkspanError('wallet/failed', { wallet, detail: '' });
  }

  function emit(event: string, fact: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
  }

  function on(event: string, listener: Listener): void {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
  }

  function removeListener(event: string, listener: Listener): void {
    listeners.get(event)?.delete(listener);
  }

  /** Passes accounts on; if there are none, it is found out whether that is the end. */
  async function hearAccounts(addresses: readonly string[]): Promise<void> {
    timesHeard += 1;
    if (addresses.length === 0) return hearNone(timesHeard);
    emit('accountsChanged', addresses);
    if (isLocked) unlocked();
    isLocked = false;
  }

  async function hearNone(turn: number): Promise<void> {
    if (isLeaving) return;
    const code = await whyNone(inner);
    // Some wallets show none for a moment while another account is chosen.
    if (turn !== timesHeard || signal.aborted) return;
    if (code === 'wallet/revoked') return emit('accountsChanged', []);
    isLocked = true;
    locked(failure(code, { wallet }));
  }

  /** What the wallet is on counts, not what it told: it is asked, and believed if it says otherwise. */
  async function setRight(told: NetworkId<'eip155'>): Promise<void> {
    const network = await readNetwork();
    if (network !== told && !signal.aborted) emit('chainChanged', toHex(network));
  }

  /** Some wallets tell the account in use alone: those that they show beside it stay. */
  async function completeAccounts(told: ReturnType<typeof toAddresses>): Promise<void> {
    const turn = timesHeard;
    const shown = await readAddresses();
    if (turn !== timesHeard || signal.aborted || shown.length <= told.length) return;
    if (told.every((address) => shown.includes(address)))
      await hearAccounts([...told, ...shown.filter((address) => !told.includes(address))]);
  }

  async function reread(): Promise<void> {
    const [addresses, network] = await Promise.all([readAddresses(), readNetwork()]);
    if (signal.aborted) return;
    emit('chainChanged', toHex(network));
    await hearAccounts(addresses);
  }

  // What a wallet says in another form than its standard's is not passed on.
  const heard: Record<string, Listener> = {
    accountsChanged: (fact) => {
      const addresses = tryTo(() => toAddresses(fact));
      if (addresses === undefined) return;
      void hearAccounts(addresses);
      if (addresses.length > 0) completeAccounts(addresses).catch(() => undefined);
    },
    chainChanged: (fact) => {
      const network = tryTo(() => parseNetworkId(fact, wallet));
      if (network === undefined) return;
      emit('chainChanged', fact);
      setRight(network).catch(() => undefined);
    },
    // The wallet lost its networks, or the page lost the wallet: only what it still answers can tell.
    disconnect: () => void readAddresses().then(hearAccounts, lose),
  };
  const isSilent = !listen(inner, heard, signal);
  signal.addEventListener('abort', () => listeners.clear(), { once: true });

  return {
    request,
    on,
    removeListener,
    reread,
    isSilent,
    revoke: async () => {
      isLeaving = true;
      await read({ method: 'wallet_revokePermissions', params: accountsPermission });
    },
  };
}

/** As EIP-1193 has a chain's id. */
function toHex(network: NetworkId<'eip155'>): string {
  return `0x${toChainId(network).toString(16)}`;
}
