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
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import type { OpenSession, Session, SessionEvents } from '@linkspan/kit/session';
import { openChain, toBase58 } from './chain.ts';
import { type Facade, openFacade } from './facade.ts';
import { toSendError, toWalletError } from './failures.ts';
import { assertSharedReact, type Library, openLibrary } from './library.ts';
import { parseProvider } from './provider.ts';
import { assertSignInText, toSignInInput } from './sign-in.ts';

type Solana = 'solana';

/** Opens a wallet of the Wallet Standard in wallet-adapter-react. Throws `wallet/…` and `remote/second-copy`. */
export const openSession: OpenSession<Solana> = async (approved, port, events) => {
  assertSharedReact(port);
  const { wallet } = approved;
  const closed = new AbortController();
  const signal = AbortSignal.any([port.signal, closed.signal]);
  const close = () => closed.abort();
  try {
    const facade = openFacade(parseProvider(approved.provider, wallet.name), wallet.name, signal);
    if (facade.accounts().length === 0)
      throw new LinkspanError('wallet/no-accounts', { wallet: wallet.name });
    const library = await openLibrary({ wallet, facade, signal });
    const network = networkOf(approved.accounts[0]);
    const parts = { library, facade, wallet: wallet.name, networks: port.networks, signal, close };
    return createSession(parts, network, events);
  } catch (error) {
    close();
    throw toWalletError(error, { wallet: wallet.name });
  }
};

interface Parts {
  readonly library: Library;
  readonly facade: Facade;
  readonly wallet: string;
  readonly networks: readonly Network<Solana>[];
  readonly signal: AbortSignal;
  close(): void;
}

function createSession(
  { library, facade, wallet, networks, signal, close }: Parts,
  start: NetworkId<Solana>,
  events: SessionEvents<Solana>,
): Session<Solana> {
  /** The page's choice: a wallet has the same accounts on each network. */
  let inUse = start;
  /** The addresses as last told, so that nothing is told twice. */
  let last = '';

  library.watch((addresses) => {
    if (signal.aborted || String(addresses) === last) return;
    last = String(addresses);
    const accounts = toAccounts(addresses);
    if (accounts === undefined) events.ended(failure('wallet/revoked', { wallet }));
    else events.changed(accounts);
  });

  function toAccounts(addresses: readonly string[]): Accounts<Solana> | undefined {
    const [first, ...rest] = addresses.map((address) => toAccountId(inUse, address));
    return first === undefined ? undefined : [first, ...rest];
  }

  /** As they are at once, also where the library has yet to take them over. */
  function readAccounts(): Accounts<Solana> {
    const addresses = facade.accounts().map(({ address }) => address);
    const accounts = toAccounts(addresses);
    if (accounts === undefined) throw new LinkspanError('wallet/revoked', { wallet });
    last = String(addresses);
    return accounts;
  }

  function findNetwork(id: string): Network<Solana> {
    const network = networks.find((one) => one.id === id);
    if (network === undefined) throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
    return network;
  }

  const chainOf = (account: AccountId<Solana>) => openChain(findNetwork(networkOf(account)), signal);

  async function asked<Answer>(method: string, ask: Promise<Answer>): Promise<Answer> {
    return ask.catch((error: unknown) => {
      throw toWalletError(error, { wallet, method });
    });
  }

  return {
    get accounts() {
      return readAccounts();
    },
    get capabilities(): readonly Capability[] {
      return [
        ...(facade.can('solana:signMessage') ? (['signMessage'] as const) : []),
        ...(facade.can('solana:signIn') ? (['signIn'] as const) : []),
        ...(facade.canSend() && networks.some(({ id }) => id === inUse) ? (['send'] as const) : []),
        ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
        ...(facade.accounts().length > 1 ? (['switchAccount'] as const) : []),
      ];
    },
    balance: async (account) => chainOf(account).readBalance(account),
    switchNetwork: async (id) => {
      inUse = findNetwork(id).id;
      return readAccounts();
    },
    use: (account) => {
      facade.use(addressOf(account));
      readAccounts();
    },
    signMessage: async ({ account, text }): Promise<Signed> => {
      if (text === '') throw new LinkspanError('input/empty', {});
      const signature = await asked(
        'solana:signMessage',
        library.signMessage(account, new TextEncoder().encode(text)),
      );
      return { account, message: text, scheme: 'solana:ed25519', signature: toBase58(signature) };
    },
    signIn: async (intent): Promise<Signed> => {
      const { account } = intent;
      const input = toSignInInput(intent);
      const signed = await asked('solana:signIn', library.signIn(account, input));
      if (signed.address !== input.address) throw new LinkspanError('wallet/account-changed', { account });
      const message = new TextDecoder().decode(signed.signedMessage);
      assertSignInText(message, input, wallet);
      return { account, message, scheme: 'solana:ed25519', signature: toBase58(signed.signature) };
    },
    send: async ({ account, to, amount }) => {
      const network = findNetwork(networkOf(account as AccountId<Solana>));
      const chain = openChain(network, signal);
      const from = addressOf(account);
      const { transaction: unsigned, lastValidBlockHeight } = await chain.prepareTransfer({
        from,
        to,
        lamports: amount,
      });
      const destination = { network, submit: chain.submit };
      const transaction = await library.send(account, unsigned, destination).catch((error: unknown) => {
        throw toSendError(error, { wallet, method: 'solana:signAndSendTransaction', network: network.title });
      });
      return { transaction, settled: chain.waitForLanding(transaction, lastValidBlockHeight) };
    },
    revoke: async () => {
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await library.disconnect().catch(() => undefined);
      close();
    },
    close,
  };
}
