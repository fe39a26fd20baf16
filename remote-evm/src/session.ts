import {
  type AccountId,
  type Accounts,
  addressOf,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  networkOf,
  type Port,
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import {
  findNetwork,
  type OpenSession,
  type QuoteSend,
  type Session,
  type SessionEvents,
  type SettleSend,
} from '@linkspan/kit/session';
import type { Address } from 'viem';
import { openChain, openRequest, parseNote } from './chain.ts';
import { toLibraryError, toSignError } from './failures.ts';
import { type Library, openLibrary, type WalletState } from './library.ts';
import { type Provider, parseProvider, toChainId } from './provider.ts';
import { send } from './send.ts';
import { type Adapter, openAdapter } from './wallet.ts';

type Eip155 = 'eip155';

/** Loads what signing needs: nobody signs before the wallet is connected. */
export const loadSigning = (port: Pick<Port, 'importCode'>) =>
  port.importCode(['sign'], () => import('./sign.ts'));

/** Loads what looks up a send: a page that has nothing sent does not need it. */
export const settleSend: SettleSend<Eip155> = async (send, port) => {
  if (parseNote(send.note)?.by !== 'safe')
    return (await port.importCode(['settle'], () => import('./settle.ts'))).settle(send, port);
  const { settleSafe } = await port.importCode(['settle-safe'], () => import('./wallets/settle-safe.ts'));
  return settleSafe(send, port);
};

/** Loads what asks for the fee of a send: a page that sends nothing does not need it. */
export const quoteSend: QuoteSend<Eip155> = async (intent, port) =>
  (await port.importCode(['quote'], () => import('./quote.ts'))).quote(intent, port);

/** Opens a wallet that announced itself by EIP-6963, in wagmi. Rejects with `wallet/…`. */
export const openSession: OpenSession<Eip155> = async (approved, port, events) => {
  const { wallet } = approved;
  const { name } = wallet;
  const { networks, signal: ended } = port;
  const closed = new AbortController();
  const signal = AbortSignal.any([ended, closed.signal]);
  const close = () => closed.abort();
  const loadSign = () => loadSigning(port);
  try {
    const provider = parseProvider(approved.provider, name);
    let session: ReturnType<typeof createSession> | undefined;
    const adapter = openAdapter(provider, {
      ...{ wallet: name, signal, readDeadlineMs: walletReadMs, lost: events.ended, locked: events.locked },
      unlocked: () => session && events.changed(session.accounts),
    });
    const library = await openLibrary({ wallet, adapter, networks, signal, ended });
    const { proof, isSafe = false } = provider;
    session = createSession(
      { library, adapter, proof, isSafe, wallet: name, networks, ended, close, loadSign },
      events,
    );
    return session;
  } catch (error) {
    close();
    throw toLibraryError(error, { wallet: name, method: 'eth_accounts' });
  }
};

interface Parts {
  readonly library: Library;
  readonly adapter: Adapter;
  readonly proof: Provider['proof'];
  readonly isSafe: boolean;
  readonly wallet: string;
  readonly networks: readonly Network<Eip155>[];
  /** Aborted with the connector: what has been sent is followed beyond the session. */
  readonly ended: AbortSignal;
  close(): void;
  loadSign(): ReturnType<typeof loadSigning>;
}

function createSession(parts: Parts, events: SessionEvents<Eip155>): Session<Eip155> {
  const { library, adapter, proof, isSafe, wallet, networks, ended, close, loadSign } = parts;
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

  const chainOf = (account: AccountId) =>
    openChain(library, findNetwork(networks, networkOf(account), wallet), ended);

  const signerOf = (account: AccountId) => ({
    wallet,
    account,
    ask: (message: string) =>
      library.signMessage(addressOf(account) as Address, message).catch((error: unknown) => {
        throw toSignError(error, { wallet, method: 'personal_sign', account });
      }),
    accounts: readAccounts(),
    openRequest: () => openRequest(findNetwork(networks, networkOf(account), wallet), ended),
  });

  const isUnverified = () => proof?.has(readAccounts()[0]) === false;

  /** A verified signature proves the account. */
  async function proving(signing: Promise<Signed>): Promise<Signed> {
    const signed = await signing;
    if (proof === undefined || !signed.isVerified) return signed;
    const before = isUnverified();
    proof.add(signed.account);
    if (isUnverified() !== before) events.changed(readAccounts());
    return signed;
  }

  readAccounts();
  return {
    get accounts() {
      return readAccounts();
    },
    get capabilities() {
      return toCapabilities(last, networks, isSafe);
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
    get isUnverified() {
      return isUnverified();
    },
    signMessage: async ({ account, text }) => proving((await loadSign()).sign(signerOf(account), text)),
    signIn: async (intent) => proving((await loadSign()).signIn(signerOf(intent.account), intent)),
    send: async (intent, options) =>
      send({ library, wallet, chain: chainOf(intent.account), isSafe }, intent, options),
    isSilent: adapter.isSilent,
    reread: adapter.reread,
    async revoke() {
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await adapter.revoke().catch(() => undefined);
      close();
    },
    close,
  };
}

function toAccounts({ addresses, chainId }: WalletState, chosen?: string): Accounts<Eip155> | undefined {
  const inUse = addresses.find((address) => address === chosen) ?? addresses[0];
  if (inUse === undefined) return undefined;
  const toId = (address: string) => toAccountId<Eip155>(`eip155:${chainId}`, address);
  return [toId(inUse), ...addresses.filter((address) => address !== inUse).map(toId)];
}

/** On a chain that the page does not have, nothing can be sent: its outcome could not be told. */
function toCapabilities(
  { addresses, chainId }: WalletState,
  networks: Parts['networks'],
  isSafe: boolean,
): readonly Capability[] {
  const isOurs = networks.some(({ id }) => toChainId(id) === chainId);
  return [
    'signMessage',
    'signIn',
    ...(isOurs ? (['send'] as const) : []),
    // A Safe has one chain.
    ...(isSafe ? [] : (['switchNetwork'] as const)),
    ...(addresses.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
