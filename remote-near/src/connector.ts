import {
  type AccountId,
  type Approved,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import { createMount } from '@linkspan/kit/connector';
import { toWalletError } from '@linkspan/kit/failures';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { findNetwork, type Session, type SessionEvents } from '@linkspan/kit/session';
import { parseAccounts } from './accounts.ts';
import { openChain } from './chain.ts';
import { type Provider, parseProvider } from './provider.ts';
import { send } from './send.ts';
import type { Signer } from './sign.ts';
import {
  type Adapter,
  createReader,
  keepKnown,
  type NearNames,
  type NoAccounts,
  openAdapter,
  toNames,
  withNames,
} from './wallet.ts';

type Near = 'near';

/** The connector of the family `near`: a wallet of the injected protocol, or a site, in a wallet selector. */
export const mount = createMount<Near, Signer>({
  open: openSession,
  loadSign: (port) => port.importCode(['sign'], () => import('./sign.ts')),
  loadSettle: (port) => port.importCode(['settle'], () => import('./settle.ts')),
  loadQuote: (port) => port.importCode(['quote'], () => import('./quote.ts')),
});

/** Rejects with `wallet/…`. */
async function openSession(
  { wallet, provider: given, accounts }: Approved<Near>,
  { networks, signal: ended }: Port<Near>,
  events: SessionEvents<Near>,
): Promise<Session<Near, Signer>> {
  const { name } = wallet;
  const { signal } = events;
  try {
    const provider = parseProvider(given, name);
    const chain = openChain(findNetwork(networks, networkOf(accounts[0]), name), ended);
    const names = await keepKnown(chain, toNames(accounts), { wallet: name, signal });
    const adapter = await openAdapter({ wallet, provider, names, signal }, chain);
    // A window that signs has to open in the press.
    provider.prepare?.(chain.network.id).catch(() => undefined);
    return createSession({ wallet, provider, networks, adapter, ended }, events);
  } catch (error) {
    throw toWalletError(error, { wallet: name, method: 'getAccounts' });
  }
}

interface Parts {
  readonly wallet: WalletRef;
  readonly provider: Provider;
  readonly networks: readonly Network<Near>[];
  /** The adapter on the first network. */
  readonly adapter: Adapter;
  /** Aborted with the connector: a send is followed beyond the session. */
  readonly ended: AbortSignal;
}

function createSession(parts: Parts, events: SessionEvents<Near>): Session<Near, Signer> {
  const { wallet: ref, provider, networks, ended } = parts;
  const { name: wallet } = ref;
  const { signal } = events;
  let { adapter } = parts;
  /** The accounts as the wallet last reported them; the page may have put another one first. */
  let last: readonly string[] = toNames(adapter.accounts);
  let isLocked = false;

  /** The wallet's own choice wins when it changes; until then the page's choice applies. */
  async function onAccounts(told: NearNames): Promise<void> {
    if (String(told) === String(last) && !isLocked) return;
    const { chain } = adapter;
    const names = await keepKnown(chain, told, { wallet, signal }).catch(endBy);
    if (names === undefined || chain !== adapter.chain) return;
    const [first] = names;
    isLocked = false;
    const [chosen] = toNames(adapter.accounts);
    const inUse = first === last[0] && names.includes(chosen) ? chosen : first;
    last = told;
    adapter = withNames(adapter, [inUse, ...names.filter((other) => other !== inUse)]);
    events.changed(adapter.accounts);
  }

  /** The wallet shows no account any more that the network has. */
  function endBy(error: unknown): void {
    events.ended(toFailure(error, failure('wallet/no-accounts', { wallet })));
  }

  function onNoAccounts(why: NoAccounts): void {
    isLocked = why === 'wallet/locked';
    if (isLocked) events.locked(failure(why, { wallet }));
    else events.ended(failure(why, { wallet }));
  }

  const watched = { provider, wallet, signal, network: () => adapter.chain.network.id };
  const reread = createReader(watched, { some: onAccounts, none: onNoAccounts });

  const chainOn = (network: NetworkId<Near>) => openChain(findNetwork(networks, network, wallet), ended);
  const chainOf = (account: AccountId) => chainOn(networkOf(account as AccountId<Near>));

  /** The accounts on a network. A wallet whose code is loaded names them for each network by itself, in a sign-in. */
  async function namesOn(network: NetworkId<Near>): Promise<NearNames> {
    const { prepare } = provider;
    if (prepare === undefined) return toNames(adapter.accounts);
    const ask = async (method: 'getAccounts' | 'signIn') =>
      parseAccounts(await provider.request(method, network, undefined, signal), wallet);
    const shown = await ask('getAccounts');
    const [first, ...rest] = shown.length > 0 ? shown : await ask('signIn');
    if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet });
    prepare(network).catch(() => undefined);
    return [first, ...rest];
  }

  return {
    proof: provider.proof,
    get accounts() {
      return adapter.accounts;
    },
    get capabilities() {
      return toCapabilities(provider, networks, adapter);
    },
    balance: async (account) => chainOf(account).readBalance(account),
    async switchNetwork(id) {
      const chain = chainOn(id);
      if (provider.refuses(id))
        throw new LinkspanError('wallet/network-unsupported', { wallet, network: chain.network.title });
      const before = adapter;
      const told = await namesOn(id);
      const names = await keepKnown(chain, told, { wallet, signal });
      const moved = await openAdapter({ wallet: ref, provider, names, signal }, chain);
      // The wallet may have changed its accounts meanwhile.
      adapter = adapter === before ? moved : withNames(moved, toNames(adapter.accounts));
      return adapter.accounts;
    },
    use(account) {
      const others = adapter.accounts.filter((one) => one !== account);
      adapter = withNames(adapter, toNames([account, ...others]));
    },
    signer: (account) => ({ provider, wallet, account, chain: chainOf(account), signal }),
    send: async (intent, options) =>
      send({ library: adapter.library, wallet, chain: chainOf(intent.account), signal }, intent, options),
    reread,
    async revoke() {
      const limits = { signal: ended, deadlineMs: walletReadMs };
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await raceRead(wallet, limits, () => adapter.library.disconnect()).catch(() => undefined);
    },
  };
}

function toCapabilities(
  { has }: Provider,
  networks: readonly Network<Near>[],
  { accounts }: Adapter,
): readonly Capability[] {
  return [
    ...(has('signMessage') ? (['signMessage', 'signIn'] as const) : []),
    ...(has('signAndSendTransaction') ? (['send'] as const) : []),
    ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
    ...(accounts.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
