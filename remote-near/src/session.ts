import {
  type AccountId,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  type Signed,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import { toWalletError } from '@linkspan/kit/failures';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import {
  findNetwork,
  type OpenSession,
  type QuoteSend,
  type Session,
  type SessionEvents,
  type SettleSend,
} from '@linkspan/kit/session';
import { parseAccounts } from './accounts.ts';
import { openChain } from './chain.ts';
import { type Provider, parseProvider } from './provider.ts';
import { send } from './send.ts';
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

/** Loads what signing needs: nobody signs before the wallet is connected. */
export const loadSigning = (port: Pick<Port, 'importCode'>) =>
  port.importCode(['sign'], () => import('./sign.ts'));

/** Loads what looks up a send: a page that has nothing sent does not need it. */
export const settleSend: SettleSend<Near> = async (send, port) =>
  (await port.importCode(['settle'], () => import('./settle.ts'))).settle(send, port);

/** Loads what asks for the fee of a send: a page that sends nothing does not need it. */
export const quoteSend: QuoteSend<Near> = async (intent, port) =>
  (await port.importCode(['quote'], () => import('./quote.ts'))).quote(intent, port);

/** Opens a wallet of the injected protocol, or one that is a site, in a wallet selector. Rejects with `wallet/…`. */
export const openSession: OpenSession<Near> = async (approved, port, events) => {
  const { wallet } = approved;
  const { name } = wallet;
  const { networks, signal: ended } = port;
  const closed = new AbortController();
  const signal = AbortSignal.any([ended, closed.signal]);
  const close = () => closed.abort();
  const loadSign = () => loadSigning(port);
  try {
    const provider = parseProvider(approved.provider, name);
    const chain = openChain(findNetwork(networks, networkOf(approved.accounts[0]), name), ended);
    const names = await keepKnown(chain, toNames(approved.accounts), { wallet: name, signal });
    const adapter = await openAdapter({ wallet, provider, names, signal }, chain);
    // A window that signs has to open in the press.
    provider.prepare?.(chain.network.id).catch(() => undefined);
    return createSession({ wallet, provider, networks, adapter, signal, ended, close, loadSign }, events);
  } catch (error) {
    close();
    throw toWalletError(error, { wallet: name, method: 'getAccounts' });
  }
};

interface Parts {
  readonly wallet: WalletRef;
  readonly provider: Provider;
  readonly networks: readonly Network<Near>[];
  /** The adapter on the first network. */
  readonly adapter: Adapter;
  readonly signal: AbortSignal;
  /** Aborted with the connector: what has been sent is followed beyond the session. */
  readonly ended: AbortSignal;
  close(): void;
  loadSign(): ReturnType<typeof loadSigning>;
}

function createSession(parts: Parts, events: SessionEvents<Near>): Session<Near> {
  const { wallet: ref, provider, networks, signal, ended, close, loadSign } = parts;
  const { name: wallet } = ref;
  let { adapter } = parts;
  /** The accounts as the wallet last told them; the page may have put another one first. */
  let last: readonly string[] = toNames(adapter.accounts);
  let isLocked = false;

  /** The wallet's own choice wins when it changes; until then the page's stands. */
  async function hear(told: NearNames): Promise<void> {
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

  function hearNone(why: NoAccounts): void {
    isLocked = why === 'wallet/locked';
    if (isLocked) events.locked(failure(why, { wallet }));
    else events.ended(failure(why, { wallet }));
  }

  const watched = { provider, wallet, signal, network: () => adapter.chain.network.id };
  const reread = createReader(watched, { some: hear, none: hearNone });

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

  const isUnverified = () => provider.proof?.has(adapter.accounts[0]) === false;

  /** A verified signature proves the account. */
  async function proving(signing: Promise<Signed>): Promise<Signed> {
    const signed = await signing;
    if (!signed.isVerified || provider.proof?.has(signed.account) !== false) return signed;
    provider.proof.add(signed.account);
    events.changed(adapter.accounts);
    return signed;
  }

  const signerOf = (account: AccountId) => ({ provider, wallet, account, chain: chainOf(account), signal });

  return {
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
    get isUnverified() {
      return isUnverified();
    },
    signMessage: async ({ account, text }) => proving((await loadSign()).sign(signerOf(account), text)),
    signIn: async (intent) => proving((await loadSign()).signIn(signerOf(intent.account), intent)),
    send: async (intent, options) =>
      send({ library: adapter.library, wallet, chain: chainOf(intent.account), signal }, intent, options),
    reread,
    async revoke() {
      close();
      const limits = { signal: ended, deadlineMs: walletReadMs };
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await raceRead(wallet, limits, () => adapter.library.disconnect()).catch(() => undefined);
    },
    close,
  };
}

function toCapabilities(
  { has }: Provider,
  networks: Parts['networks'],
  { accounts }: Adapter,
): readonly Capability[] {
  return [
    ...(has('signMessage') ? (['signMessage', 'signIn'] as const) : []),
    ...(has('signAndSendTransaction') ? (['send'] as const) : []),
    ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
    ...(accounts.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
