import { hasCode, LinkspanError, type NetworkId, raceRead } from '@linkspan/contract';
import { toWalletError } from '@linkspan/kit/failures';
import { whileOpen } from '@linkspan/kit/while-open';
import { parseAccounts } from '../accounts.ts';
import { accountsPermission, type Provider, parseNetworkId, toChainId } from '../provider.ts';
import { isLocked } from './quiet.ts';

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

  /** Wallets answer 4100 where they have ended it unheard, and for less: whether they still show accounts tells. */
  async function askPerson(call: Call): Promise<unknown> {
    try {
      return await ask(call);
    } catch (error) {
      if (!hasCode(toWalletError(error, { wallet }), 'wallet/revoked') || !(await showsNone())) throw error;
      const code = (await isLocked(inner)) ? 'wallet/locked' : 'wallet/revoked';
      // Whoever has asked is to hear of it first.
      setTimeout(emit, 0, 'accountsChanged', []);
      throw new LinkspanError(code, { wallet }, { cause: error });
    }
  }

  async function showsNone(): Promise<boolean> {
    const answer = await read({ method: 'eth_accounts' }).catch(() => undefined);
    return Array.isArray(answer) && answer.length === 0;
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
    if (call.method === 'eth_chainId') return readNetwork().then(toHex);
    if (prompts.includes(call.method)) return whileOpen(wallet, signal, askPerson(call));
    if (switches.includes(call.method))
      return whileOpen(
        wallet,
        signal,
        askPerson(call).then(
          () => confirmSwitch(call),
          (error: unknown) => forgiveSwitch(call, error),
        ),
      );
    throw Object.assign(new Error(`${call.method} is not passed on`), { code: -32601 });
  }

  const toAddresses = (answer: unknown) => parseAccounts(answer, wallet);

  const readNetwork = async () => parseNetworkId(await read({ method: 'eth_chainId' }), wallet);

  const networkAsked = ({ params }: Call) =>
    parseNetworkId((params?.[0] as { chainId?: unknown } | undefined)?.chainId, wallet);

  /** Some wallets answer that they could not switch although they have. */
  async function forgiveSwitch(call: Call, error: unknown): Promise<null> {
    if ((await readNetwork().catch(() => undefined)) === networkAsked(call)) return null;
    throw error;
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

  /** What the wallet is on counts, not what it told: it is asked, and believed where it says otherwise. */
  async function setRight(told: unknown): Promise<void> {
    const chainId = toHex(await readNetwork());
    if (Number(chainId) !== Number(told) && !signal.aborted) emit('chainChanged', chainId);
  }

  const heard: Record<string, Listener> = {
    accountsChanged: (fact) => {
      const addresses = tryTo(() => toAddresses(fact));
      if (addresses !== undefined) emit('accountsChanged', addresses);
    },
    chainChanged: (fact) => {
      if (tryTo(() => parseNetworkId(fact, wallet)) === undefined) return;
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

/** As EIP-1193 has a chain's id. */
function toHex(network: NetworkId<'eip155'>): string {
  return `0x${toChainId(network).toString(16)}`;
}

/** What a wallet says in another form than its standard's is not passed on. */
function tryTo<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
