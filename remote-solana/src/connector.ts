import {
  type AccountId,
  type Accounts,
  type Approved,
  addressOf,
  type Capability,
  type Failure,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  toAccountId,
} from '@linkspan/contract';
import { readLate } from '@linkspan/kit/accounts';
import { createMount } from '@linkspan/kit/connector';
import { findNetwork, type Session, type SessionEvents } from '@linkspan/kit/session';
import { parseAccounts } from './accounts.ts';
import type { Caller } from './application/asked.ts';
import { openChain } from './chain.ts';
import { toLibraryError } from './failures.ts';
import { openLibrary } from './library.ts';
import { accountsOf, assertClusterName, hiddenKey, parseHanded } from './provider.ts';
import type { Signer } from './verify.ts';
import { Adapter } from './wallet.ts';

type Solana = 'solana';

/** The connector of the family `solana`: a wallet of the Wallet Standard, in wallet-adapter-react. */
export const mount = createMount<Solana, Caller>({
  open: (approved, port, events) =>
    openSession(approved, port, events).catch((error: unknown) => {
      throw toLibraryError(error, { wallet: approved.wallet.name, method: 'standard:connect' });
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
  { wallet: ref, provider: given, accounts: [first] }: Approved<Solana>,
  port: Port<Solana>,
  { signal, locked, changed, ended }: SessionEvents<Solana>,
): Promise<Session<Solana, Caller>> {
  const { name: wallet } = ref;
  const { networks } = port;
  const { provider, own } = parseHanded(given, wallet);
  const proof = own?.proof;
  // Some wallets answer with accounts that they show a moment later.
  await readLate(async () => parseAccounts(accountsOf(provider), wallet));
  // A wallet behind a pairing shows accounts as long as it grants any, whether it is locked or not.
  const revoked = () => ended(failure('wallet/revoked', { wallet }));
  const hide = (reason: Failure) => {
    port.storage.set(hiddenKey, ref.id);
    locked(reason);
  };
  port.storage.remove(hiddenKey);
  const adapter = new Adapter(provider, {
    wallet,
    signal,
    locked: proof === undefined ? hide : revoked,
    changed: () => {
      port.storage.remove(hiddenKey);
      if (isOpen) changed(readAccounts());
    },
  });
  if (adapter.accounts().length === 0) throw new LinkspanError('wallet/no-accounts', { wallet });
  /** The page's choice: a wallet has the same accounts on each network. */
  let network = networkOf(first);
  let isOpen = false;
  const library = await openLibrary({ wallet: ref, adapter, signal });
  isOpen = true;

  /** The adapter's accounts: the library takes a change over a moment later. */
  function readAccounts(): Accounts<Solana> {
    const [inUse, ...others] = adapter.accounts().map(({ address }) => toAccountId(network, address));
    if (inUse === undefined) throw new LinkspanError('wallet/revoked', { wallet });
    return [inUse, ...others];
  }

  const networkFor = (account: AccountId) => findNetwork(networks, networkOf(account), wallet);
  const chainOf = (account: AccountId) => openChain(networkFor(account), port.signal);
  const failing = (method: string) => (error: unknown) => {
    throw toLibraryError(error, { wallet, method });
  };

  const toSigner = (account: AccountId): Signer => ({
    wallet,
    account,
    accounts: readAccounts(),
    get cluster() {
      return assertClusterName(networkFor(account), wallet);
    },
    ask: (message) => library.signMessage(account, message).catch(failing('solana:signMessage')),
    askSignIn: adapter.can('solana:signIn')
      ? (input) => library.signIn(account, input).catch(failing('solana:signIn'))
      : undefined,
  });

  return {
    get accounts() {
      return readAccounts();
    },
    get appUrl() {
      return own?.appUrl?.();
    },
    // A signature proves the address on every network.
    proof: proof && {
      has: (account) => proof.has(addressOf(account)),
      add: (account) => proof.add(addressOf(account)),
    },
    get capabilities() {
      return toCapabilities(adapter, networks, network);
    },
    balance: async (account) => chainOf(account).readBalance(account),
    async switchNetwork(id) {
      network = findNetwork(networks, id, wallet).id;
      return readAccounts();
    },
    use: (account) => adapter.use(addressOf(account)),
    caller: {
      library,
      signer: toSigner,
      chain: chainOf,
      can: (feature) => adapter.can(feature),
      takes: (version, isSent) => adapter.takes(version, isSent),
      version: () => adapter.transactionVersion(),
    },
    isSilent: adapter.isSilent,
    reread: async () => adapter.reread(),
    revoke: () => library.disconnect(),
  };
}

function toCapabilities(
  adapter: Adapter,
  networks: readonly Network<Solana>[],
  network: NetworkId<Solana>,
): readonly Capability[] {
  const ours = networks.find(({ id }) => id === network);
  const [signsMessages, signsIn] = [adapter.can('solana:signMessage'), adapter.can('solana:signIn')];
  return [
    ...(signsMessages ? (['message'] as const) : []),
    ...(signsMessages || signsIn ? (['sign-in'] as const) : []),
    ...(ours !== undefined && adapter.canSend(ours) ? (['send'] as const) : []),
    ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
    ...(adapter.accounts().length > 1 ? (['switchAccount'] as const) : []),
  ];
}
