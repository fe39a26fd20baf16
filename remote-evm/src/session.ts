import {
  type AccountId,
  type Accounts,
  addressOf,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  networkOf,
  type Signed,
  toAccountId,
  toFailure,
} from '@linkspan/contract';
import type { OpenSession, Session, SessionEvents } from '@linkspan/kit/session';
import type { Address } from 'viem';
import { readBalance, sendTransfer, toChain } from './chain.ts';
import { type Facade, openFacade } from './facade.ts';
import { toRequestError, toWalletError } from './failures.ts';
import { type Library, openLibrary, type WalletState } from './library.ts';
import { parseProvider, toChainId } from './provider.ts';
import { toSignInText } from './sign-in.ts';

type Eip155 = 'eip155';

const readDeadlineMs = 5_000;
const signatureForm = /^0x[0-9a-f]{130}$/i;

/** Opens a wallet that announced itself by EIP-6963, in wagmi. Throws `wallet/…`. */
export const openSession: OpenSession<Eip155> = async (approved, port, events) => {
  const wallet = approved.wallet.name;
  const closed = new AbortController();
  const facade = openFacade(parseProvider(approved.provider, wallet), {
    wallet,
    readDeadlineMs,
    lost: (error) => events.ended(toFailure(error, failure('wallet/absent', { wallet }))),
  });
  const close = () => {
    facade.close();
    closed.abort();
  };
  port.signal.addEventListener('abort', close, { once: true, signal: closed.signal });
  try {
    const [first, ...rest] = port.networks;
    const chains = [toChain(first), ...rest.map(toChain)] as const;
    const { signal: ended, networks } = port;
    const library = await openLibrary({
      wallet: approved.wallet,
      facade,
      chains,
      closed: closed.signal,
      ended,
    });
    return createSession({ library, facade, wallet, networks, ended, close }, events);
  } catch (error) {
    close();
    throw toWalletError(error, { wallet, method: 'eth_accounts' });
  }
};

interface Parts {
  readonly library: Library;
  readonly facade: Facade;
  readonly wallet: string;
  readonly networks: readonly Network<Eip155>[];
  readonly ended: AbortSignal;
  close(): void;
}

function createSession(parts: Parts, events: SessionEvents<Eip155>): Session<Eip155> {
  const { library, facade, wallet, networks, ended, close } = parts;
  let last = library.state();
  /** The account that the page chose, until the wallet puts another one first. */
  let chosen: string | undefined;
  const accounts = (): Accounts<Eip155> => {
    const found = toAccounts(last, chosen);
    if (found === undefined) throw new LinkspanError('wallet/no-accounts', { wallet });
    return found;
  };
  accounts();

  library.watch((state) => {
    if (state.addresses[0] !== last.addresses[0]) chosen = undefined;
    last = state;
    const now = toAccounts(state, chosen);
    if (now === undefined) events.ended(failure('wallet/revoked', { wallet }));
    else events.changed(now);
  });

  function findNetwork(id: string): Network<Eip155> {
    const network = networks.find((one) => one.id === id);
    if (network === undefined) throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
    return network;
  }

  async function sign(account: AccountId, message: string): Promise<Signed> {
    const signature = await library.signMessage(addressOf(account) as Address, message).catch((error) => {
      throw toRequestError(error, { wallet, method: 'personal_sign', account });
    });
    if (signatureForm.test(signature)) return { account, message, scheme: 'eip191', signature };
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
  }

  return {
    get accounts() {
      return accounts();
    },
    get capabilities() {
      return toCapabilities(last, networks);
    },
    balance: async (account) => readBalance(library, account, findNetwork(networkOf(account))),
    switchNetwork: async (id) => {
      const { title: network } = findNetwork(id);
      await library.switchChain(toChainId(id)).catch((error) => {
        throw toWalletError(error, { wallet, method: 'wallet_switchEthereumChain', network });
      });
      last = library.state();
      return accounts();
    },
    use: (account) => {
      chosen = addressOf(account);
    },
    signMessage: async ({ account, text }) => {
      if (text === '') throw new LinkspanError('input/empty', {});
      return sign(account, text);
    },
    signIn: async (intent) => sign(intent.account, toSignInText(intent)),
    send: async (intent) =>
      sendTransfer(library, intent, { wallet, network: findNetwork(networkOf(intent.account)), ended }),
    revoke: async () => {
      // The connection is over either way; a wallet that cannot give its permission back keeps it.
      await facade.revoke().catch(() => undefined);
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

/** On a chain that the page does not have, nothing can be sent: what becomes of it could not be told. */
function toCapabilities(
  { addresses, chainId }: WalletState,
  networks: Parts['networks'],
): readonly Capability[] {
  const isOurs = networks.some(({ id }) => toChainId(id) === chainId);
  return [
    'signMessage',
    'signIn',
    ...(isOurs ? (['send'] as const) : []),
    'switchNetwork',
    ...(addresses.length > 1 ? (['switchAccount'] as const) : []),
  ];
}
