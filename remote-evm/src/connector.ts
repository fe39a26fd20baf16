import {
  type AccountId,
  type Accounts,
  type Approved,
  addressOf,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  networkOf,
  type Port,
  toAccountId,
} from '@linkspan/contract';
import { createMount } from '@linkspan/kit/connector';
import { walletReadMs } from '@linkspan/kit/limits';
import { findNetwork, type Session, type SessionEvents } from '@linkspan/kit/session';
import type { Address } from 'viem';
import type { Caller } from './application/asked.ts';
import { openChain, openRequest, parseNote } from './chain.ts';
import { toLibraryError, toSignError } from './failures.ts';
import { openLibrary, type WalletState } from './library.ts';
import { parseHanded, toChainId } from './provider.ts';
import { Adapter } from './wallet.ts';

type Eip155 = 'eip155';

/** The connector of the family `eip155`: a wallet that announced itself by EIP-6963, in wagmi. */
export const mount = createMount<Eip155, Caller>({
  open: (approved, port, events) =>
    openSession(approved, port, events).catch((error: unknown) => {
      throw toLibraryError(error, { wallet: approved.wallet.name, method: 'eth_accounts' });
    }),
  loadReaders(port, kind) {
    if (kind === 'send') return port.importCode(['quote'], () => import('./quote.ts'));
    if (kind === 'message' || kind === 'sign-in') return port.importCode(['sign'], () => import('./sign.ts'));
    return port.importCode(['application'], () => import('./application.ts'));
  },
  loadSettle: (port, { note }) =>
    parseNote(note)?.by === 'safe'
      ? port.importCode(['settle-safe'], () => import('./wallets/settle-safe.ts'))
      : port.importCode(['settle'], () => import('./settle.ts')),
});

/** Rejects with `wallet/…`. */
async function openSession(
  { wallet: ref, provider: given }: Approved<Eip155>,
  { networks, signal: ended }: Port<Eip155>,
  events: SessionEvents<Eip155>,
): Promise<Session<Eip155, Caller>> {
  const { name: wallet } = ref;
  const { signal } = events;
  const { provider, own } = parseHanded(given, wallet);
  const { proof, appUrl, isSafe = false, grants = () => true } = own ?? {};
  let isOpen = false;

  const adapter = new Adapter(provider, {
    wallet,
    ...{ signal, ended },
    isOwn: own !== undefined,
    readDeadlineMs: walletReadMs,
    lost: events.ended,
    locked: events.locked,
    unlocked: () => isOpen && events.changed(readAccounts()),
  });
  const library = await openLibrary({ wallet: ref, adapter, networks, signal, ended });
  isOpen = true;
  let last = library.state();
  /** The account that the page chose, until the wallet puts another one first. */
  let chosen: string | undefined;

  library.watch((state) => {
    if (state.addresses[0] !== last.addresses[0]) chosen = undefined;
    last = state;
    const accounts = toAccounts(state, chosen);
    if (accounts !== undefined) events.changed(accounts);
    else events.ended(failure('wallet/revoked', { wallet }));
  });

  function readAccounts(): Accounts<Eip155> {
    const accounts = toAccounts(last, chosen);
    if (accounts === undefined) throw new LinkspanError('wallet/no-accounts', { wallet });
    return accounts;
  }

  const networkFor = (account: AccountId) => findNetwork(networks, networkOf(account), wallet);
  const chainOf = (account: AccountId) => openChain(networkFor(account), ended);

  readAccounts();
  return {
    proof,
    get appUrl() {
      return appUrl?.();
    },
    get accounts() {
      return readAccounts();
    },
    get capabilities() {
      return toCapabilities(last, networks, { isSafe, grants });
    },
    balance: async (account) => chainOf(account).readBalance(account),
    async switchNetwork(id) {
      const { title: network } = findNetwork(networks, id, wallet);
      await library.switchChain(toChainId(id)).catch((error: unknown) => {
        throw toLibraryError(error, { wallet, method: 'wallet_switchEthereumChain', network });
      });
      last = library.state();
      return readAccounts();
    },
    use(account) {
      chosen = addressOf(account);
    },
    caller: {
      signer: (account) => ({
        wallet,
        account,
        ask: (message) =>
          library.signMessage(addressOf(account) as Address, message).catch((error: unknown) => {
            throw toSignError(error, { wallet, method: 'personal_sign', account });
          }),
        accounts: readAccounts(),
        openRequest: () => openRequest(networkFor(account), ended),
      }),
      chain: chainOf,
      send: library.send,
      ask: library.request,
      read: (call) => adapter.request(call),
      ...{ isSafe, grants },
    },
    isSilent: adapter.isSilent,
    reread: () => adapter.reread(),
    revoke: () => adapter.revoke(),
  };
}

function toAccounts({ addresses, chainId }: WalletState, chosen?: string): Accounts<Eip155> | undefined {
  const inUse = addresses.find((address) => address === chosen) ?? addresses[0];
  if (inUse === undefined) return undefined;
  const toId = (address: string) => toAccountId<Eip155>(`eip155:${chainId}`, address);
  return [toId(inUse), ...addresses.filter((address) => address !== inUse).map(toId)];
}

/** On a chain that the page does not have, nothing can be sent: the page could not look up the outcome. */
function toCapabilities(
  { addresses, chainId }: WalletState,
  networks: readonly Network<Eip155>[],
  { isSafe, grants }: Pick<Caller, 'isSafe' | 'grants'>,
): readonly Capability[] {
  const isOurs = networks.some(({ id }) => toChainId(id) === chainId);
  return [
    'message',
    'sign-in',
    ...(isOurs ? (['send'] as const) : []),
    ...(isOurs && !isSafe && grants('wallet_watchAsset') ? (['token'] as const) : []),
    // A Safe has one chain.
    ...(isSafe ? [] : (['switchNetwork'] as const)),
    ...(addresses.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
