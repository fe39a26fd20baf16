import {
  type Accounts,
  type Approved,
  addressOf,
  type Discover,
  failure,
  LinkspanError,
  type Mount,
  type NetworkId,
  networkOf,
  type Quote,
  type SendOptions,
  type SendRequest,
  type Sent,
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import type { InUse } from '@linkspan/kit/check';
import { createMount } from '@linkspan/kit/connector';
import { raceAttempt } from '@linkspan/kit/race';
import { toMessageReader, toSendReader, toSignInReader } from '@linkspan/kit/readers';
import type { OpenSession, Readers, SettleSend } from '@linkspan/kit/session';
import { createDeferred, type Deferred } from '@linkspan/kit/testing/deferred';
import { createStorage } from '@linkspan/kit/testing/storage';
import type { Subject, TestWallet } from '../subject.ts';

const symbol = 'REF';
const decimals = 3;

const openReferenceSession: OpenSession<'ref', ReferenceProvider> = async (approved, port, events) => {
  const provider = approved.provider as ReferenceProvider;
  let network = networkOf(approved.accounts[0]);
  const stop = provider.onChange(() => {
    const addresses = provider.accounts();
    if (addresses.length > 0) events.changed(toAccounts(network, addresses));
    else events.ended(failure('wallet/revoked', { wallet: provider.name }));
  });
  events.signal.addEventListener('abort', stop);
  return {
    accounts: approved.accounts,
    capabilities: ['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount'],
    async balance(account) {
      return { account, amount: String(provider.balanceOf(addressOf(account))) };
    },
    async switchNetwork(next) {
      if (!port.networks.some(({ id }) => id === next))
        throw new LinkspanError('wallet/network-unsupported', { wallet: provider.name, network: next });
      await provider.allowSwitch();
      network = next;
      return toAccounts(network, provider.accounts());
    },
    use: () => undefined,
    caller: provider,
    reread: async () => undefined,
    revoke: async () => provider.disconnect(),
  };
};

type Own = InUse<'ref', ReferenceProvider>;

async function sign({ account, address, caller }: Own, message: string): Promise<Signed> {
  return { account, message, scheme: 'x-reference', signature: await caller.sign(address, message) };
}

async function send(
  { address, caller }: Own,
  { to, amount }: SendRequest,
  { noted }: SendOptions,
): Promise<Sent> {
  noted(String(referenceChain.length));
  return { transaction: await caller.send(address, to, BigInt(amount)) };
}

/** A transaction of the reference chain is there at once, and stays. */
const settleReference: SettleSend<'ref'> = async ({ from, to, amount, transaction, note, others }) => {
  const isSame = (one: (typeof referenceChain)[number]) =>
    one.from === addressOf(from) &&
    one.to === to &&
    String(one.amount) === amount &&
    !others.includes(one.id);
  const found =
    transaction === undefined
      ? referenceChain.slice(Number(note ?? referenceChain.length)).find(isSame)
      : referenceChain.find(({ id }) => id === transaction);
  return found ? { state: 'landed', transaction: found.id, isFinal: true } : { state: 'unknown' };
};

/** The reference chain takes nothing. */
async function quote({ to, amount }: SendRequest): Promise<Quote> {
  if (!/^[a-z]+$/.test(to)) throw new LinkspanError('input/recipient', { value: to });
  if (!/^[1-9]\d*$/.test(amount)) throw new LinkspanError('input/amount', { value: amount });
  return { fee: '0' };
}

const readers: Readers<'ref', ReferenceProvider> = new Map([
  ['message', toMessageReader(sign)],
  ['sign-in', toSignInReader((own, { domain, nonce }) => sign(own, `${domain} ${nonce}`))],
  ['send', toSendReader(quote, send)],
]);

/** The smallest complete remote, with its wallet, on a page of its own. */
export function createReferenceSubject(): Subject<'ref'> {
  const page = new EventTarget();
  const network = (reference: string) =>
    ({
      ...{ id: `ref:${reference}` as const, title: reference, symbol, decimals },
      rpc: ['https://reference.example/'],
    }) as const;
  return {
    discover: createReferenceDiscover(page),
    mount: createMount({
      open: openReferenceSession,
      loadReaders: async () => ({ readers }),
      loadSettle: async () => ({ settle: settleReference }),
    }) satisfies Mount<'ref'>,
    family: 'reference',
    namespace: 'ref',
    networks: [network('one'), network('two')],
    options: {},
    wallet: createReferenceWallet(page),
    recipient: referenceAddresses[1],
    targets: [page],
    patienceMs: 300,
    createStorage,
  };
}

function toAccounts(network: NetworkId<'ref'>, addresses: readonly string[]): Accounts<'ref'> {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: 'Reference Wallet' });
  return [first, ...rest];
}

function createReferenceDiscover(page: EventTarget): Discover<'ref'> {
  return ({ signal, publish }) => {
    const known = new Map<string, ReferenceProvider>();
    onReferenceWallet(page, signal, (provider) => {
      known.set('reference', provider);
      publish([{ id: 'reference', name: provider.name, reach: 'installed' }]);
    });
    const find = (id: string) => {
      const provider = known.get(id);
      if (provider === undefined) throw new LinkspanError('wallet/absent', { wallet: id });
      return provider;
    };
    const approve = (
      provider: ReferenceProvider,
      attempt: string,
      accounts: Accounts<'ref'>,
    ): Approved<'ref'> => ({ attempt, provider, accounts, wallet: { id: 'reference', name: provider.name } });
    return {
      async attempt(id, options) {
        const provider = find(id);
        const addresses = await raceAttempt(provider.name, options, {
          ask: () => provider.connect(),
          undo: async () => provider.disconnect(),
        });
        return approve(provider, options.id, toAccounts(options.network, addresses));
      },
      async restore(id, { id: attempt, network }) {
        const provider = find(id);
        const addresses = provider.accounts();
        if (addresses.length === 0) return undefined;
        return approve(provider, attempt, toAccounts(network, addresses));
      },
    };
  };
}

/** The page's side of the reference wallet, which has no keys. */
export interface ReferenceProvider {
  readonly name: string;
  /** Prompts if nothing is granted. Rejects with `wallet/rejected`. */
  connect(): Promise<readonly string[]>;
  /** Never prompts. */
  accounts(): readonly string[];
  disconnect(): void;
  /** Prompts for another network. Rejects with `wallet/rejected`. */
  allowSwitch(): Promise<void>;
  sign(address: string, text: string): Promise<string>;
  send(from: string, to: string, amount: bigint): Promise<string>;
  balanceOf(address: string): bigint;
  onChange(listener: () => void): () => void;
}

/** The sends of all reference wallets, in their order. */
const referenceChain: { id: string; from: string; to: string; amount: bigint }[] = [];

const referenceAddresses = ['alder', 'birch'] as const;
const announceEvent = 'reference:announce';
const requestEvent = 'reference:request';

/** Announces a reference wallet on a page; returns it with its user's controls. */
function createReferenceWallet(page: EventTarget): TestWallet {
  const name = 'Reference Wallet';
  let granted: readonly string[] = [];
  let answer: Parameters<TestWallet['answer']>[0] = 'approve';
  let prompts = 0;
  let held: Deferred<void> | undefined;
  let balance = 1_000n;
  const listeners = new Set<() => void>();

  async function ask(): Promise<void> {
    prompts += 1;
    if (answer === 'reject') throw new LinkspanError('wallet/rejected', { wallet: name });
    if (answer !== 'hold') return;
    held = createDeferred();
    await held.promise;
  }
  function change(next: readonly string[]): void {
    granted = next;
    for (const listener of [...listeners]) listener();
  }

  const provider: ReferenceProvider = {
    name,
    async connect() {
      if (granted.length === 0) {
        await ask();
        change(referenceAddresses);
      }
      return granted;
    },
    accounts: () => granted,
    disconnect: () => change([]),
    allowSwitch: ask,
    async sign(address, text) {
      await ask();
      return `${address} signs ${text}`;
    },
    async send(from, to, amount) {
      await ask();
      balance -= amount;
      const id = `transaction-${referenceChain.length + 1}`;
      referenceChain.push({ id, from, to, amount });
      return id;
    },
    balanceOf: () => balance,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const announce = () => page.dispatchEvent(new CustomEvent(announceEvent, { detail: provider }));
  page.addEventListener(requestEvent, announce);
  announce();

  return {
    name,
    async reset() {
      held?.reject(new Error('reset'));
      held = undefined;
      answer = 'approve';
      change([]);
      prompts = 0;
    },
    answer: (how) => {
      answer = how;
    },
    async release() {
      answer = 'approve';
      held?.resolve();
      held = undefined;
    },
    prompts: () => prompts,
    isGranted: () => granted.length > 0,
    useAnotherAccount: async () => change([...granted].reverse()),
    revoke: async () => change([]),
  };
}

/** Listens for reference wallets, late ones too, until the signal is aborted. */
export function onReferenceWallet(
  page: EventTarget,
  signal: AbortSignal,
  found: (provider: ReferenceProvider) => void,
): void {
  const listener = (event: Event) => found((event as CustomEvent<ReferenceProvider>).detail);
  page.addEventListener(announceEvent, listener, { signal });
  page.dispatchEvent(new Event(requestEvent));
}
