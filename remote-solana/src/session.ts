import {
  type AccountId,
  type Accounts,
  addressOf,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import { readLate } from '@linkspan/kit/late-accounts';
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
import { toLibraryError } from './failures.ts';
import { type Library, openLibrary } from './library.ts';
import { assertClusterName, type Provider, parseProvider } from './provider.ts';
import { send } from './send.ts';
import type { SignInInput } from './verify.ts';
import { type Adapter, openAdapter } from './wallet.ts';

type Solana = 'solana';

/** Loads what signing needs: nobody signs before the wallet is connected. */
export const loadSigning = (port: Pick<Port, 'importCode'>) =>
  port.importCode(['sign'], () => import('./sign.ts'));

/** Loads what looks up a send: a page that has nothing sent does not need it. */
export const settleSend: SettleSend<Solana> = async (send, port) =>
  (await port.importCode(['settle'], () => import('./settle.ts'))).settle(send, port);

/** Loads what asks for the fee of a send: a page that sends nothing does not need it. */
export const quoteSend: QuoteSend<Solana> = async (intent, port) =>
  (await port.importCode(['quote'], () => import('./quote.ts'))).quote(intent, port);

/**
 * Opens a wallet of the Wallet Standard, in wallet-adapter-react. Rejects with `wallet/…`.
 */
export const openSession: OpenSession<Solana> = async (approved, port, events) => {
  const { wallet } = approved;
  const { name } = wallet;
  const { networks, signal: ended } = port;
  const closed = new AbortController();
  const signal = AbortSignal.any([ended, closed.signal]);
  const close = () => closed.abort();
  const loadSign = () => loadSigning(port);
  try {
    let session: ReturnType<typeof createSession> | undefined;
    const provider = parseProvider(approved.provider, name);
    // Some wallets answer with accounts that they show a moment later.
    await readLate(async () => parseAccounts(provider.accounts, name));
    const { proof } = provider;
    // A wallet behind a pairing shows accounts as long as it grants any, whether it is locked or not.
    const revoked = () => events.ended(failure('wallet/revoked', { wallet: name }));
    const adapter = openAdapter(provider, name, {
      ...{ signal, locked: proof === undefined ? events.locked : revoked },
      changed: () => session && events.changed(session.accounts),
    });
    if (adapter.accounts().length === 0) throw new LinkspanError('wallet/no-accounts', { wallet: name });
    const library = await openLibrary({ wallet, adapter, signal });
    const network = networkOf(approved.accounts[0]);
    session = createSession(
      { library, adapter, proof, wallet: name, networks, network, ended, close, loadSign },
      events,
    );
    return session;
  } catch (error) {
    close();
    throw toLibraryError(error, { wallet: name, method: 'standard:connect' });
  }
};

interface Parts {
  readonly library: Library;
  readonly adapter: Adapter;
  readonly proof: Provider['proof'];
  readonly wallet: string;
  readonly networks: readonly Network<Solana>[];
  /** The one to begin with. */
  readonly network: NetworkId<Solana>;
  /** Aborted with the connector: what has been sent is followed beyond the session. */
  readonly ended: AbortSignal;
  close(): void;
  loadSign(): ReturnType<typeof loadSigning>;
}

function createSession(parts: Parts, events: SessionEvents<Solana>): Session<Solana> {
  const { library, adapter, proof, wallet, networks, ended, close, loadSign } = parts;
  /** The page's choice: a wallet has the same accounts on each network. */
  let { network } = parts;

  /** As they are at once, also where the library has yet to take them over. */
  function readAccounts(): Accounts<Solana> {
    const addresses = adapter.accounts().map(({ address }) => address);
    const accounts = toAccounts(addresses, network);
    if (accounts === undefined) throw new LinkspanError('wallet/revoked', { wallet });
    return accounts;
  }

  const chainOf = (account: AccountId) => openChain(findNetwork(networks, networkOf(account), wallet), ended);

  const signerOf = (account: AccountId) => {
    const failing = (method: string) => (error: unknown) => {
      throw toLibraryError(error, { wallet, method });
    };
    return {
      ...{ wallet, account, accounts: readAccounts() },
      get cluster() {
        return assertClusterName(findNetwork(networks, networkOf(account), wallet), wallet);
      },
      ask: (message: Uint8Array) =>
        library.signMessage(account, message).catch(failing('solana:signMessage')),
      askSignIn: adapter.can('solana:signIn')
        ? (input: SignInInput) => library.signIn(account, input).catch(failing('solana:signIn'))
        : undefined,
    };
  };

  const isUnverified = () => proof?.has(addressOf(readAccounts()[0])) === false;

  /** A verified signature proves the account, on every network. */
  async function proving(signing: Promise<Signed>): Promise<Signed> {
    const signed = await signing;
    if (proof === undefined || !signed.isVerified) return signed;
    const before = isUnverified();
    proof.add(addressOf(signed.account));
    if (isUnverified() !== before) events.changed(readAccounts());
    return signed;
  }

  return {
    get accounts() {
      return readAccounts();
    },
    get isUnverified() {
      return isUnverified();
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
    signMessage: async ({ account, text }) => proving((await loadSign()).sign(signerOf(account), text)),
    signIn: async (intent) => proving((await loadSign()).signIn(signerOf(intent.account), intent)),
    send: async (intent, options) =>
      send(
        {
          ...{ library, wallet, loadSign, chain: chainOf(intent.account) },
          version: adapter.transactionVersion(),
        },
        intent,
        options,
      ),
    isSilent: adapter.isSilent,
    reread: adapter.reread,
    async revoke() {
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await library.disconnect().catch(() => undefined);
      close();
    },
    close,
  };
}

function toAccounts(addresses: readonly string[], network: NetworkId<Solana>): Accounts<Solana> | undefined {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  return first && [first, ...rest];
}

function toCapabilities(
  adapter: Adapter,
  networks: Parts['networks'],
  network: NetworkId<Solana>,
): readonly Capability[] {
  const ours = networks.find(({ id }) => id === network);
  const [signsMessages, signsIn] = [adapter.can('solana:signMessage'), adapter.can('solana:signIn')];
  return [
    ...(signsMessages ? (['signMessage'] as const) : []),
    ...(signsMessages || signsIn ? (['signIn'] as const) : []),
    ...(ours !== undefined && adapter.canSend(ours) ? (['send'] as const) : []),
    ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
    ...(adapter.accounts().length > 1 ? (['switchAccount'] as const) : []),
  ];
}
