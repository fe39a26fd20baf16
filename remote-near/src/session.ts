import {
  type AccountId,
  type Accounts,
  addressOf,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  raceRead,
  type SendIntent,
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import type { OpenSession } from '@linkspan/kit/session';
import { type Chain, openChain } from './chain.ts';
import { toSendError } from './failures.ts';
import { type Selected, selectWallet } from './library.ts';
import {
  capabilitiesOf,
  type NearWallet,
  parseProvider,
  parseSignedMessage,
  parseTransactionId,
} from './provider.ts';
import { type Nep413Message, toSignInMessage } from './sign-in.ts';
import { watchAccounts } from './watch.ts';

const signOutMs = 10_000;

/** Holds an approved NEAR wallet by a wallet selector. Rejects with `wallet/network-unsupported`, `wallet/failed`. */
export const openSession: OpenSession<'near'> = async (approved, port, events) => {
  const wallet = parseProvider(approved.provider, approved.wallet);
  const { name } = wallet.ref;
  const closed = new AbortController();
  const signal = AbortSignal.any([port.signal, closed.signal]);

  function chainOf(id: NetworkId<'near'>): Chain & { readonly network: Network<'near'> } {
    const network = port.networks.find((one) => one.id === id);
    if (network === undefined) throw unsupported(id);
    return { ...openChain(network, signal), network };
  }

  function unsupported(id: string): Error {
    const network = port.networks.find((one) => one.id === id)?.title ?? id;
    return new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  }

  /** The same accounts on a network where the one in use is known. */
  async function move(accounts: Accounts<'near'>, id: NetworkId<'near'>): Promise<Place> {
    const chain = chainOf(id);
    if (wallet.refuses(id) || !(await chain.knows(addressOf(accounts[0])))) throw unsupported(id);
    return openPlace(wallet, chain, accounts);
  }

  async function open(accounts: Accounts<'near'>): Promise<Place> {
    const chain = chainOf(networkOf(accounts[0]));
    if (wallet.reach === 'redirect' && !(await isKnown(chain, accounts[0]))) throw unsupported(chain.network.id);
    return openPlace(wallet, chain, accounts);
  }

  let place = await open(approved.accounts);
  let told = approved.accounts.map(addressOf);
  if (!signal.aborted) watchAccounts(wallet, () => place.chain.network.id, signal, hear);

  /** The wallet's own choice wins when it changes; until then the page's stands. */
  function hear(now: readonly string[]): void {
    if (now.length === 0) return events.ended(failure('wallet/revoked', { wallet: name }));
    if (now.join() === told.join()) return;
    const inUse = addressOf(place.accounts[0]);
    const first = now[0] === told[0] && now.includes(inUse) ? inUse : (now[0] ?? inUse);
    told = [...now];
    reorder([first, ...now.filter((account) => account !== first)]);
    events.changed(place.accounts);
  }

  function reorder(accounts: readonly [string, ...string[]]): void {
    place.accounts = toAccounts(place.chain.network.id, accounts);
    place.selected.open(accounts);
  }

  return {
    get accounts() {
      return place.accounts;
    },
    get capabilities() {
      return [
        ...capabilitiesOf(wallet),
        ...(port.networks.length > 1 ? (['switchNetwork'] as const) : []),
        ...(place.accounts.length > 1 ? (['switchAccount'] as const) : []),
      ];
    },
    balance: async (account) => chainOf(networkOf(account)).balance(account),
    async switchNetwork(id) {
      place = await move(place.accounts, id);
      return place.accounts;
    },
    use(account) {
      const others = place.accounts.filter((one) => one !== account);
      reorder([addressOf(account), ...others.map(addressOf)]);
    },
    async signMessage({ account, text }) {
      if (text === '') throw new LinkspanError('input/empty', {});
      const nonce = crypto.getRandomValues(new Uint8Array(32));
      return sign(wallet, place.chain, account, { message: text, recipient: window.location.host, nonce });
    },
    async signIn(intent) {
      return sign(wallet, place.chain, intent.account, await toSignInMessage(intent));
    },
    send: (intent) => send(wallet, place, intent),
    async revoke() {
      closed.abort();
      const { selected } = place;
      await raceRead(name, { signal: port.signal, deadlineMs: signOutMs }, () => selected.signOut());
    },
    close: () => closed.abort(),
  };
};

/** Where a connection stands: a network, the wallet as selected for it, and its accounts there. */
interface Place {
  readonly chain: Chain & { readonly network: Network<'near'> };
  readonly selected: Selected;
  accounts: Accounts<'near'>;
}

async function openPlace(
  wallet: NearWallet,
  chain: Place['chain'],
  accounts: readonly [AccountId<'near'>, ...AccountId<'near'>[]],
): Promise<Place> {
  const [first, ...rest] = accounts;
  const addresses = [addressOf(first), ...rest.map(addressOf)] as const;
  const selected = await selectWallet(wallet, addresses, chain.network);
  return { chain, selected, accounts: toAccounts(chain.network.id, addresses) };
}

/** A chain that does not answer has not denied the account. */
async function isKnown(chain: Chain, account: AccountId<'near'>): Promise<boolean> {
  return chain.knows(addressOf(account)).catch(() => true);
}

/** NEP-413: the wallet's answer counts if the key it names is a full-access key of that account. */
async function sign(
  { ref, request }: NearWallet,
  chain: Place['chain'],
  account: string,
  { message, recipient, nonce }: Nep413Message,
): Promise<Signed> {
  const signerId = addressOf(account as AccountId<'near'>);
  const answer = await request('signMessage', chain.network.id, { message, recipient, nonce, signerId });
  const { accountId, publicKey, signature } = parseSignedMessage(answer, ref);
  const malformed = (at: string) => new LinkspanError('wallet/malformed', { wallet: ref.name, place: at });
  if (accountId !== signerId) throw malformed('accountId');
  if (!(await chain.isFullAccess(accountId, publicKey))) throw malformed('publicKey');
  return {
    account: account as AccountId<'near'>,
    message,
    scheme: 'nep413',
    signature,
    publicKey,
    nonce: btoa(String.fromCharCode(...nonce)),
    recipient,
  };
}

async function send({ ref }: NearWallet, { chain, selected }: Place, intent: SendIntent) {
  await chain.assertSendable(intent);
  const signerId = addressOf(intent.account);
  const wish = { signerId, receiverId: intent.to, amount: intent.amount };
  const outcome = await selected.transfer(wish).catch((cause: unknown) => {
    throw toSendError(cause, { wallet: ref.name, method: 'signAndSendTransaction', network: chain.network.title });
  });
  const transaction = parseTransactionId(outcome, ref);
  return { transaction, settled: chain.landing(transaction, signerId) };
}

function toAccounts(
  network: NetworkId<'near'>,
  [first, ...rest]: readonly [string, ...string[]],
): Accounts<'near'> {
  return [toAccountId(network, first), ...rest.map((account) => toAccountId(network, account))];
}
