import { hasCode, LinkspanError, raceRead } from '@linkspan/contract';
import { toWalletError } from '@linkspan/kit/failures';
import { whileOpen } from '@linkspan/kit/while-open';
import { accountsPermission, type Provider, parseAccounts, parseNetworkId, toChainId } from '../provider.ts';

type Listener = (fact: unknown) => void;
type Call = Parameters<Provider['request']>[0];

/** What the library sees of a wallet: EIP-1193, but it never prompts for a connection, never hangs, and can be closed. */
export interface Facade extends Required<Provider> {
  /** MIP-2: gives the wallet's permission back. Rejects where the wallet cannot. */
  revoke(): Promise<void>;
}

export interface FacadeOptions {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** Ends it: every listener is dropped, and what is still asked rejects with `wallet/cancelled`. */
  readonly signal: AbortSignal;
  /** How long the wallet may take for what needs no person. */
  readonly readDeadlineMs: number;
  /** The wallet's provider is gone for good. */
  lost(error: Error): void;
}

const reads = ['eth_accounts', 'eth_chainId'];
const prompts = ['personal_sign', 'eth_sendTransaction'];
const switches = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'];

/** Opens a facade over an announced provider, until the signal aborts. Only the methods that a session needs pass through it. */
export function openFacade(inner: Provider, options: FacadeOptions): Facade {
  const { wallet, signal, readDeadlineMs, lost } = options;
  const listeners = new Map<string, Set<Listener>>();
  const limits = { signal, deadlineMs: readDeadlineMs };
  let isLost = false;

  const read = (call: Call) => raceRead(wallet, limits, () => ask(call));

  async function ask(call: Call): Promise<unknown> {
    try {
      return await inner.request(call);
    } catch (error) {
      // Whoever has asked is to hear of it first.
      if (hasCode(toWalletError(error, { wallet }), 'wallet/gone')) setTimeout(lose, 0, error);
      throw error;
    }
  }

  function lose(cause: unknown): void {
    if (isLost || signal.aborted) return;
    isLost = true;
    lost(new LinkspanError('wallet/gone', { wallet }, { cause }));
  }

  async function request(call: Call): Promise<unknown> {
    if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
    // The approval was asked for by discovery; the library is told what it came to.
    if (call.method === 'eth_requestAccounts') return read({ method: 'eth_accounts' }).then(toAddresses);
    if (call.method === 'eth_accounts') return read(call).then(toAddresses);
    if (reads.includes(call.method)) return read(call);
    if (prompts.includes(call.method)) return whileOpen(wallet, signal, ask(call));
    if (switches.includes(call.method))
      return whileOpen(
        wallet,
        signal,
        ask(call).then(() => confirmSwitch(call)),
      );
    throw Object.assign(new Error(`${call.method} is not passed on`), { code: -32601 });
  }

  const toAddresses = (answer: unknown) => parseAccounts(answer, wallet);

  const readNetwork = async () => parseNetworkId(await read({ method: 'eth_chainId' }), wallet);

  /** Some wallets answer before they have switched, and some although they have not. */
  async function confirmSwitch({ params }: Call): Promise<null> {
    const asked = parseNetworkId((params?.[0] as { chainId?: unknown } | undefined)?.chainId, wallet);
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
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: asked });
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

  /** What the wallet is on counts, not what it told: it is asked, and believed where it says otherwise. */
  async function setRight(told: unknown): Promise<void> {
    const chainId = toChainId(await readNetwork());
    if (chainId !== Number(told) && !signal.aborted) emit('chainChanged', `0x${chainId.toString(16)}`);
  }

  const heard: Record<string, Listener> = {
    accountsChanged: (fact) => isReadable(() => parseAccounts(fact, wallet)) && emit('accountsChanged', fact),
    chainChanged: (fact) => {
      if (!isReadable(() => parseNetworkId(fact, wallet))) return;
      emit('chainChanged', fact);
      setRight(fact).catch(() => undefined);
    },
    // The wallet lost its networks, or the page lost the wallet: only what it still answers can tell.
    disconnect: () => {
      request({ method: 'eth_accounts' }).then((addresses) => emit('accountsChanged', addresses), lose);
    },
  };
  for (const event in heard) inner.on?.(event, heard[event] as Listener);
  const stop = () => {
    for (const event in heard) inner.removeListener?.(event, heard[event] as Listener);
    listeners.clear();
  };
  signal.addEventListener('abort', stop, { once: true });

  return {
    request,
    on,
    removeListener,
    revoke: async () => {
      await read({ method: 'wallet_revokePermissions', params: accountsPermission });
    },
  };
}

/** What a wallet says in another form than its standard's is not passed on. */
function isReadable(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
