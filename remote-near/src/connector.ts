import {
  type AccountId,
  type Approved,
  type Capability,
  failure,
  hasCode,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  toFailure,
} from '@linkspan/contract';
import { createMount } from '@linkspan/kit/connector';
import { toWalletError } from '@linkspan/kit/failures';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { findNetwork, type Session, type SessionEvents, toKept } from '@linkspan/kit/session';
import { parseAccounts } from './accounts.ts';
import type { Caller } from './application/asked.ts';
import { openChain } from './chain.ts';
import { type Provider, parseHanded, readQuietly } from './provider.ts';
import { type Adapter, type NearNames, openAdapter, toNames, withNames, withoutUnknown } from './wallet.ts';

type Near = 'near';

/** Why a wallet shows no account. */
const reasons = ['wallet/revoked', 'wallet/locked', 'wallet/gone'] as const;

/** The connector of the family `near`: a wallet of the injected protocol, or a site, in a wallet selector. */
export const mount = createMount<Near, Caller>({
  open: (approved, port, events) =>
    openSession(approved, port, events).catch((error: unknown) => {
      throw toWalletError(error, { wallet: approved.wallet.name, method: 'getAccounts' });
    }),
  loadReaders(port, kind) {
    if (kind === 'send') return port.importCode(['quote'], () => import('./quote.ts'));
    if (kind === 'message' || kind === 'sign-in') return port.importCode(['sign'], () => import('./sign.ts'));
    return port.importCode(['application'], () => import('./application.ts'));
  },
  loadSettle: (port) => port.importCode(['settle'], () => import('./settle.ts')),
});

/** Rejects with `wallet/…`. */
async function openSession(
  { wallet: ref, provider: given, accounts }: Approved<Near>,
  { networks, signal: ended }: Port<Near>,
  events: SessionEvents<Near>,
): Promise<Session<Near, Caller>> {
  const { name: wallet } = ref;
  const { signal } = events;
  const { provider } = parseHanded(given, wallet);
  const first = openChain(findNetwork(networks, networkOf(accounts[0]), wallet), ended);
  const known = await withoutUnknown(first, toNames(accounts), { wallet, signal });
  let adapter = await openAdapter({ wallet: ref, provider, names: known, signal }, first);
  // A window that signs has to open in the press.
  provider
    .prepare?.(first.network.id)
    .then(reread)
    .catch(() => undefined);
  /** The accounts as the wallet last reported them; the page may have put another one first. */
  let last: readonly string[] = provider.order ?? known;
  let isLocked = false;
  let reading: Promise<void> | undefined;

  /** Reads the wallet's accounts again: NEAR's wallets report no change. Rejects if nothing is known to have changed. */
  async function read(): Promise<void> {
    const limits = { signal, deadlineMs: walletReadMs };
    const { chain } = adapter;
    const ask = () => readQuietly(provider, chain.network.id);
    try {
      const [inUse, ...others] = parseAccounts(await raceRead(wallet, limits, ask), wallet);
      if (signal.aborted || chain !== adapter.chain) return;
      if (inUse === undefined) onNoAccounts('wallet/revoked');
      else await onAccounts([inUse, ...others]);
    } catch (error) {
      const code = reasons.find((one) => hasCode(error, one));
      if (code === undefined) throw error;
      if (!signal.aborted) onNoAccounts(code);
    }
  }

  function reread(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** The wallet's own choice wins when it changes; until then the page's choice applies. */
  async function onAccounts(shown: NearNames): Promise<void> {
    if (String(shown) === String(last) && !isLocked) return;
    const { chain } = adapter;
    const names = await withoutUnknown(chain, shown, { wallet, signal }).catch((error: unknown) => {
      // The network has none of these accounts.
      events.ended(toFailure(error, failure('wallet/no-accounts', { wallet })));
    });
    if (names === undefined || chain !== adapter.chain) return;
    isLocked = false;
    const [chosen] = toNames(adapter.accounts);
    const inUse = names[0] === last[0] && names.includes(chosen) ? chosen : names[0];
    last = shown;
    adapter = withNames(adapter, [inUse, ...names.filter((other) => other !== inUse)]);
    events.changed(adapter.accounts);
  }

  function onNoAccounts(code: (typeof reasons)[number]): void {
    isLocked = code === 'wallet/locked';
    if (isLocked) events.locked(failure(code, { wallet }));
    else events.ended(failure(code, { wallet }));
  }

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
      const names = await withoutUnknown(chain, await namesOn(id), { wallet, signal });
      const moved = await openAdapter({ wallet: ref, provider, names, signal }, chain);
      // The wallet may have changed its accounts meanwhile.
      adapter = adapter === before ? moved : withNames(moved, toNames(adapter.accounts));
      return adapter.accounts;
    },
    use(account) {
      const others = adapter.accounts.filter((one) => one !== account);
      adapter = withNames(adapter, toNames([account, ...others]));
    },
    caller: { provider, library: () => adapter.library, chain: chainOf, signal },
    isSilent: true,
    reread,
    async revoke() {
      const limits = { signal: ended, deadlineMs: walletReadMs };
      await raceRead(wallet, limits, () => adapter.library.disconnect()).catch((error: unknown) => {
        // One that does not answer, or is not there any more, may have given it back.
        const isUnknown = ['wallet/timeout', 'wallet/gone', 'wallet/cancelled'] as const;
        if (!isUnknown.some((code) => hasCode(error, code))) throw toKept(wallet);
      });
    },
  };
}

function toCapabilities(
  { has }: Provider,
  networks: readonly Network<Near>[],
  { accounts }: Adapter,
): readonly Capability[] {
  return [
    ...(has('signMessage') ? (['message', 'sign-in'] as const) : []),
    ...(has('signAndSendTransaction') ? (['send'] as const) : []),
    ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
    ...(accounts.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
