import { type AttemptOptions, field, LinkspanError, type ScopedStorage, toList } from '@linkspan/contract';
import { relayAnswerMs } from '@linkspan/kit/limits';
import { within } from '@linkspan/kit/race';
import { numberToHex } from 'viem';
import { parseNetworkId } from '../accounts.ts';
import { type Provider, toChainId } from '../provider.ts';
import type { Client, SessionEvent } from './client.ts';
import { ended, type PairingRequest, pair } from './pairing.ts';
import { createProof } from './proof.ts';
import { chainsOf, parseGranted } from './session-record.ts';

/** What a wallet behind WalletConnect is asked with. */
export interface WalletConnectOptions extends Omit<PairingRequest, 'signal'> {
  readonly client: Client;
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
}

/** A wallet behind WalletConnect. */
export interface WalletConnect {
  readonly provider: Provider;
  /** An attempt begins: its signal ends the pairing that it leads to, and a new session begins on its network. */
  begin(attempt: Attempt): void;
}

type Attempt = Pick<AttemptOptions<'eip155'>, 'signal' | 'network'>;
type Call = Parameters<Provider['request']>[0];
type Listener = (fact: unknown) => void;

/**
 * A wallet on a second device as EIP-1193 has it, over one session of WalletConnect: `eth_requestAccounts` asks for it by a
 * pairing, and nothing else does. What a former page has kept is resumed.
 */
export function createWalletConnect(options: WalletConnectOptions): WalletConnect {
  const { client, storage, wallet, networks } = options;
  const listeners = new Map<string, Set<Listener>>();
  let session = client.session.getAll().flatMap((one) => parseGranted(one) ?? [])[0];
  let pairing: { readonly signal: AbortSignal; readonly done: Promise<void> } | undefined;
  let attempt: Attempt = { signal: new AbortController().signal, network: networks[0].id };
  /** The address that is in use at the wallet, if it has said so. */
  let inUse = '';

  const isApproved = (chain: number) => session !== undefined && chainsOf(session).includes(chain);

  /** The chain that was chosen, if the wallet approves it; else one of the page's; else any. */
  function readChain(): number {
    const wanted = [Number(storage.get('chain')), ...networks.map(({ id }) => toChainId(id))];
    return wanted.find(isApproved) ?? (session && chainsOf(session)[0]) ?? toChainId(networks[0].id);
  }

  function readAccounts(): readonly string[] {
    const own = (session?.accounts ?? []).filter(({ chain }) => chain === readChain());
    const isInUse = (address: string) => Number(address.toLowerCase() === inUse);
    return [...new Set(own.map(({ address }) => address))].sort((a, b) => isInUse(b) - isInUse(a));
  }

  function emit(event: string, fact: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
  }

  /** Tells of what is another one after a change. */
  function telling(change: () => void): void {
    const [chain, accounts] = [readChain(), String(readAccounts())];
    change();
    if (readChain() !== chain) emit('chainChanged', numberToHex(readChain()));
    if (String(readAccounts()) !== accounts) emit('accountsChanged', readAccounts());
  }

  function drop(): void {
    session = undefined;
    inUse = '';
    for (const key of ['chain', 'proved']) storage.remove(key);
  }

  async function connect(): Promise<readonly string[]> {
    if (session !== undefined) return readAccounts();
    if (pairing === undefined || pairing.signal.aborted)
      pairing = { signal: attempt.signal, done: openSession(attempt) };
    const own = pairing;
    await own.done.finally(() => {
      if (pairing === own) pairing = undefined;
    });
    return readAccounts();
  }

  async function openSession({ signal, network }: Attempt): Promise<void> {
    const approved = await pair(client, { ...options, signal });
    const granted = parseGranted(approved);
    if (granted === undefined) {
      end(approved.topic).catch(() => undefined);
      throw new LinkspanError('wallet/no-accounts', { wallet });
    }
    drop();
    storage.set('chain', String(toChainId(network)));
    session = granted;
  }

  async function revoke(): Promise<null> {
    const topic = session?.topic;
    drop();
    if (topic !== undefined) await end(topic);
    return null;
  }

  /** Ends a session at the relay; if that does not answer, it is at least forgotten here. */
  async function end(topic: string): Promise<void> {
    const late = () => new LinkspanError('wallet/timeout', { wallet });
    const ending = client.disconnect({ topic, reason: ended });
    await within(ending, relayAnswerMs, late).catch(() => client.session.delete(topic, ended));
  }

  async function ask({ method, params = [] }: Call): Promise<unknown> {
    if (session === undefined) throw toError(4100, 'There is no session with the wallet');
    if (!session.methods.includes(method)) throw toError(4200, `${method} is not approved by the wallet`);
    const { topic } = session;
    return client.request({ topic, chainId: `eip155:${readChain()}`, request: { method, params } });
  }

  /** Each request names its chain, so that a wallet is asked only about one that it has not approved. */
  async function switchTo(call: Call): Promise<null> {
    const chain = toChainId(parseNetworkId(field(call.params?.[0], 'chainId'), wallet));
    if (!isApproved(chain)) {
      if (!session?.methods.includes(call.method)) throw toError(4902, `Chain ${chain} is not approved`);
      await ask(call);
    }
    telling(() => storage.set('chain', String(chain)));
    return null;
  }

  const methods: Readonly<Record<string, (call: Call) => unknown>> = {
    eth_requestAccounts: connect,
    eth_accounts: readAccounts,
    eth_chainId: () => numberToHex(readChain()),
    wallet_getPermissions: () => (session ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: revoke,
    wallet_switchEthereumChain: switchTo,
    wallet_addEthereumChain: switchTo,
    eth_sendTransaction: ask,
    personal_sign: ask,
    eth_signTypedData_v4: ask,
  };

  function hear(event: SessionEvent, listener: Listener): void {
    client.on(event, (fact) => {
      if (session !== undefined && fact.topic === session.topic) listener(fact);
    });
  }

  function hearEnd(): void {
    drop();
    emit('disconnect', toError(4900, 'The session has ended'));
  }

  function hearEvent(fact: unknown): void {
    const event = field(field(fact, 'params'), 'event');
    const [name, told] = [field(event, 'name'), field(event, 'data')];
    // Some wallets write chains and accounts as CAIP-2 and CAIP-10 do.
    const last = (value: unknown) => String(value).split(':').at(-1) ?? '';
    if (name === 'chainChanged' && isApproved(Number(last(told))))
      storage.set('chain', String(Number(last(told))));
    if (name === 'accountsChanged') inUse = last(toList(told)?.[0]).toLowerCase();
  }

  hear('session_event', (fact) => telling(() => hearEvent(fact)));
  hear('session_update', () =>
    telling(() => {
      const record = client.session.getAll().find(({ topic }) => topic === session?.topic);
      session = record && parseGranted(record);
    }),
  );
  hear('session_delete', hearEnd);
  hear('session_expire', hearEnd);

  const provider: Provider = {
    async request(call) {
      const answer = methods[call.method];
      if (answer === undefined) throw toError(4200, `${call.method} is not supported`);
      return answer(call);
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
    proof: createProof(storage),
  };
  return {
    provider,
    begin(next) {
      attempt = next;
    },
  };
}

/** An error by its number of EIP-1193 or EIP-3326. */
function toError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
