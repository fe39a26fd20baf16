import { ScopedLocalStorage } from '@coinbase/wallet-sdk/dist/core/storage/ScopedLocalStorage.js';
import { SCWSigner } from '@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js';
import {
  type AttemptOptions,
  field,
  LinkspanError,
  type Network,
  type ScopedStorage,
  toList,
} from '@linkspan/contract';
import type { Loaded } from '@linkspan/kit/discovery';
import { createProof } from '@linkspan/kit/wallet-storage';
import { numberToHex } from 'viem';
import { accountsPermission, type Own, type Provider, toChainId } from '../provider.ts';
import { askForKind, type CoinbaseWindow, createWindow } from './coinbase-window.ts';

export interface CoinbaseOptions {
  readonly wallet: string;
  /** The address of the wallet's site in place of its own, without a slash at its end: a fixture, in tests. */
  readonly site?: string | undefined;
  readonly networks: readonly [Network<'eip155'>, ...Network<'eip155'>[]];
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
  /** Closes the window that is open. */
  readonly signal: AbortSignal;
}

/** Coinbase's smart wallet. */
export interface Coinbase {
  readonly loaded: Loaded<Provider>;
  /** An attempt begins: its signal closes the window that it leads to, and a new session begins on its network. */
  begin(attempt: Attempt): void;
}

type Attempt = Pick<AttemptOptions<'eip155'>, 'signal' | 'network'>;
type Call = Parameters<Provider['request']>[0];
type Listener = (fact: unknown) => void;

const ownSite = 'https://keys.coinbase.com';
/** The package's scope in `localStorage`: accounts, chain and the keys of the session. */
const scope = 'CBWSDK';

/**
 * Coinbase's smart wallet as EIP-1193 has it, by its package's signer: each request has a signer and a window of its own,
 * and the session is in `localStorage`. A newer request closes the window of the one before. `request` rejects as
 * `CoinbaseWindow` does, with `wallet/unsupported`, and as the wallet does.
 */
export function createCoinbase(options: CoinbaseOptions): Coinbase {
  const { wallet, site = ownSite, networks, storage } = options;
  const listeners = new Map<string, Set<Listener>>();
  let attempt: Attempt = { signal: options.signal, network: networks[0].id };
  let running = new AbortController();
  const isConnected = () => storage.get('connected') !== undefined;

  const emit = (event: string, fact: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
    return true;
  };

  function toMetadata() {
    const others = networks.map(({ id }) => id).filter((id) => id !== attempt.network);
    const appChainIds = [attempt.network, ...others].map(toChainId);
    return { appName: window.location.hostname, appLogoUrl: null, appChainIds };
  }

  function openSigner(opened?: CoinbaseWindow): SCWSigner {
    const parts = { metadata: toMetadata(), communicator: opened, callback: emit };
    // This replaces the package's own window, which does not report that a person has closed it.
    return new SCWSigner(parts as unknown as ConstructorParameters<typeof SCWSigner>[0]);
  }

  /** Asks in a window, which opens within the call. */
  async function askInWindow<Answer>(
    signal: AbortSignal,
    ask: (signer: SCWSigner, opened: CoinbaseWindow) => Promise<Answer>,
  ): Promise<Answer> {
    running.abort();
    running = new AbortController();
    const ended = AbortSignal.any([signal, running.signal, options.signal]);
    const opened = createWindow({ wallet, site, metadata: toMetadata(), signal: ended });
    try {
      return await ask(openSigner(opened), opened);
    } finally {
      opened.close();
    }
  }

  const ask = (call: Call) => askInWindow(options.signal, (signer) => signer.request(call));

  async function connect(): Promise<void> {
    const { signal } = attempt;
    const call = { method: 'eth_requestAccounts' };
    const asking = askInWindow(signal, async (signer, opened) => {
      if ((await askForKind(opened, call)) !== 'scw')
        throw new LinkspanError('wallet/unsupported', { wallet, ...call });
      await signer.handshake(call);
      await chooseChain(signer);
    });
    const own = running;
    try {
      await asking;
      if (signal.aborted || own.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
      storage.set('connected', 'true');
    } catch (error) {
      // The signer has stored keys by now. A newer request needs them.
      if (own === running && !isConnected()) clear();
      throw error;
    }
  }

  /** Chooses the wanted network, else another one of the page's. The signer needs no window for networks of the wallet. */
  async function chooseChain(signer: SCWSigner): Promise<void> {
    const own = new ScopedLocalStorage(scope, 'SCWStateManager').loadObject<unknown>('availableChains');
    const has = (chain: number) => toList(own)?.some((one) => field(one, 'id') === chain);
    const chain = toMetadata().appChainIds.find(has);
    if (chain === undefined) return;
    const params = [{ chainId: numberToHex(chain) }];
    await signer.request({ method: 'wallet_switchEthereumChain', params });
  }

  /** Reads that need no window. */
  async function read(method: string): Promise<unknown> {
    try {
      if (isConnected()) return await openSigner().request({ method });
    } catch {
      // Other scripts may have changed or cleared the signer's storage.
      clear();
    }
    return method === 'eth_accounts' ? [] : numberToHex(toChainId(attempt.network));
  }

  function clear(): void {
    running.abort();
    new ScopedLocalStorage(scope).clear();
    for (const key of ['connected', 'proved']) storage.remove(key);
  }

  async function requestAccounts(): Promise<unknown> {
    if (!isConnected()) await connect();
    return read('eth_accounts');
  }

  /** Answered without a window: by what the wallet has said at the connection, or by the node that it has named. */
  async function askQuietly(call: Call): Promise<unknown> {
    if (!isConnected()) throw Object.assign(new Error('Not connected'), { code: 4100 });
    return openSigner().request(call);
  }

  const toPermissions = () => accountsPermission.map(() => ({ parentCapability: 'eth_accounts' }));

  const methods: Readonly<Record<string, (call: Call) => unknown>> = {
    eth_requestAccounts: requestAccounts,
    eth_accounts: ({ method }) => read(method),
    eth_chainId: ({ method }) => read(method),
    wallet_requestPermissions: () => connect().then(toPermissions),
    wallet_getPermissions: () => (isConnected() ? toPermissions() : []),
    wallet_revokePermissions: () => {
      clear();
      return null;
    },
    wallet_switchEthereumChain: ask,
    wallet_addEthereumChain: ask,
    eth_sendTransaction: ask,
    personal_sign: ask,
    eth_signTypedData_v4: ask,
    wallet_watchAsset: ask,
    wallet_sendCalls: ask,
    wallet_getCapabilities: askQuietly,
    wallet_getCallsStatus: askQuietly,
  };

  const provider: Provider = {
    async request(call) {
      const answer = methods[call.method];
      if (answer === undefined)
        throw new LinkspanError('wallet/unsupported', { wallet, method: call.method });
      return answer(call);
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };
  const own: Own = { proof: createProof(storage, isConnected) };
  return {
    loaded: { provider, own },
    begin(next) {
      attempt = next;
    },
  };
}
