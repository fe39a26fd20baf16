import { announceProvider, type EIP1193Provider } from 'mipd';
import {
  BaseError,
  createWalletClient,
  custom,
  type Hex,
  hexToString,
  isAddress,
  isHex,
  numberToHex,
  type SendTransactionParameters,
  stringToHex,
  type TypedDataDefinition,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod';
import type { PracticeEvmAccount } from '../accounts.ts';
import { type Fact, toAmountFact, toOriginFacts } from './approval.ts';
import { type Action, type Change, findFault } from './faults.ts';
import { findNetwork, type Network } from './network.ts';
import { callRpc } from './rpc.ts';
import { attempt } from './state.ts';
import { type PracticeWallet, toClaims } from './wallet.ts';
import {
  alreadyPending,
  gone,
  invalidParams,
  parse,
  unauthorized,
  unknownNetwork,
  unsupported,
  WalletError,
} from './wallet-error.ts';
import type { WithFaults } from './with-faults.ts';

type EvmWallet = PracticeWallet<PracticeEvmAccount>;

/** A key that is of no account. */
const strangerKey: Hex = `0x${'09'.repeat(32)}`;

/** One EIP-1193 request. */
interface Request {
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Events = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | (string & {});
type Listener = (...facts: unknown[]) => void;

/** An EIP-1193 provider with the events of Node’s emitters, whose methods answer with the provider. */
export interface EvmProvider {
  request(request: Request): Promise<unknown>;
  on(event: Events, listener: Listener): EvmProvider;
  removeListener(event: Events, listener: Listener): EvmProvider;
}

/** Announces a wallet as EIP-6963 says, whenever it is here. Returns the undoing. */
export function announceEvm(wallet: EvmWallet): () => void {
  return wallet.keepAnnounced((withFaults, signal) => {
    const { identity: rdns, name, icon } = toClaims(wallet);
    const provider = createEvmProvider(wallet, withFaults, signal);
    const info = { uuid: crypto.randomUUID(), name, icon: icon as `data:image/${string}`, rdns };
    const withdraw = announceProvider({ info, provider: provider as unknown as EIP1193Provider });
    signal.addEventListener('abort', withdraw);
  });
}

/** Makes the provider of a wallet. Requests reject with a WalletError that has the code of EIP-1193 and its kin. */
function createEvmProvider(wallet: EvmWallet, withFaults: WithFaults, signal: AbortSignal): EvmProvider {
  const listeners = new Map<Events, Set<Listener>>();
  const answer = createAnswer(wallet);
  const provider: EvmProvider = {
    async request(request) {
      if (typeof request?.method !== 'string') throw invalidParams('A request needs the name of a method.');
      return withFaults(actions[request.method] ?? 'read', answer, changesOf(wallet))(request);
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  // Like every event target, a listener that throws keeps no other from being called.
  const emit = (event: Events, fact: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) queueMicrotask(() => listener(fact));
  };
  followChanges(wallet, emit, signal);
  return Object.freeze(provider);
}

function followChanges(
  wallet: PracticeWallet,
  emit: (event: Events, fact: unknown) => void,
  signal: AbortSignal,
): void {
  const { store } = wallet;
  const read = () => [wallet.shown().join(), store.get().network] as const;
  let now = read();
  const stop = store.subscribe(() => {
    const [accounts, network] = now;
    now = read();
    if (findFault(store.get().faults, 'silence')) return;
    if (network !== now[1]) emit('chainChanged', toChainId(now[1]));
    if (accounts !== now[0]) emit('accountsChanged', wallet.shown());
  });
  wallet.onFired(emit, signal);
  signal.addEventListener('abort', () => {
    stop();
    emit('disconnect', gone());
  });
}

/** What each method is to the decorator; all others are reads. */
const actions: Readonly<Record<string, Action>> = {
  eth_requestAccounts: 'connect',
  wallet_requestPermissions: 'connect',
  wallet_revokePermissions: 'disconnect',
  wallet_switchEthereumChain: 'network',
  wallet_addEthereumChain: 'network',
  personal_sign: 'sign',
  eth_signTypedData_v4: 'sign',
  eth_sendTransaction: 'send',
  wallet_sendCalls: 'send',
  // It needs an approval, and changes nothing but the wallet's own list.
  wallet_watchAsset: 'sign',
};

/** EIP-747 alone has an object for parameters. */
type Method = (params: readonly unknown[]) => Promise<unknown> | unknown;

function createAnswer(wallet: EvmWallet): (request: Request) => Promise<unknown> {
  const methods: Readonly<Record<string, Method>> = {
    ...accountMethods(wallet),
    ...networkMethods(wallet),
    ...signMethods(wallet),
    ...callMethods(wallet),
    ...assetMethods(wallet),
  };
  return async ({ method, params = [] }) => {
    wallet.assertHere();
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (own) return own(params);
    if (!/^(eth|net|web3)_/.test(method) || method === 'eth_sign') throw unsupported(method);
    return callRpc(currentNetwork(wallet), method, params);
  };
}

const text = z.string();
const hex = text.regex(/^0x[0-9a-f]+$/i);

/** Connecting and permissions: EIP-1102, EIP-2255, and `wallet_revokePermissions` of MIP-2. */
function accountMethods(wallet: PracticeWallet): Readonly<Record<string, Method>> {
  let isAsking = false;
  const request = async () => {
    if (isAsking) throw alreadyPending();
    isAsking = true;
    return wallet.requestAccounts().finally(() => {
      isAsking = false;
    });
  };
  const toPermissions = (accounts: readonly string[]) => {
    const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }];
    const permission = { invoker: wallet.page.origin, parentCapability: 'eth_accounts', caveats };
    return accounts.length === 0 ? [] : [permission];
  };
  return {
    eth_accounts: () => wallet.shown(),
    eth_requestAccounts: async () => (wallet.shown().length > 0 ? wallet.shown() : request()),
    // A wallet that is locked shows no account, and keeps what it has permitted.
    wallet_getPermissions: () => toPermissions(wallet.store.get().granted),
    wallet_requestPermissions: async () => toPermissions(await request()),
    wallet_revokePermissions() {
      wallet.change({ disconnect: true });
      return null;
    },
  };
}

const chainParams = z.tuple([z.looseObject({ chainId: hex })]);

/** The chosen network and its change: EIP-695, EIP-3326, EIP-3085. */
function networkMethods(wallet: PracticeWallet): Readonly<Record<string, Method>> {
  const switchTo =
    (refuse: (id: string) => Error): Method =>
    async (params) => {
      const [{ chainId }] = parse(chainParams, params, 'chainId must be hex digits after 0x.');
      const id = `eip155:${BigInt(chainId)}`;
      const [current, network] = [currentNetwork(wallet), findNetwork(wallet.networks, id)];
      if (!network) throw refuse(id);
      if (current.id === network.id) return null;
      const facts = [
        { label: 'From', value: current.title },
        { label: 'To', value: network.title },
      ];
      await wallet.approve({ title: 'Switch the network', facts });
      wallet.change({ network: id });
      return null;
    };
  return {
    eth_chainId: () => toChainId(wallet.store.get().network),
    net_version: () => wallet.store.get().network.slice('eip155:'.length),
    wallet_switchEthereumChain: switchTo(unknownNetwork),
    wallet_addEthereumChain: switchTo((id) => unsupported(`adding the network ${id}`)),
  };
}

/** A network that the page does not have is one that only the wallet knows. */
function currentNetwork({ networks, store }: PracticeWallet): Network {
  const { network: id } = store.get();
  return findNetwork(networks, id) ?? { ...networks[0], id, title: 'Elsewhere' };
}

/** `eip155:31337` as EIP-695 writes it: `0x7a69`. */
function toChainId(networkId: string): Hex {
  return numberToHex(BigInt(networkId.slice('eip155:'.length)));
}

const quantity = hex.transform(BigInt).optional();
const typedData = z.looseObject({
  types: z.record(text, z.unknown()),
  domain: z.looseObject({ chainId: z.union([z.int(), text.regex(/^(\d+|0x[0-9a-f]+)$/i)]).optional() }),
  primaryType: text,
  message: z.record(text, z.unknown()),
});
const transaction = z.object({
  from: text,
  to: text.nullish(),
  data: text.optional(),
  ...{ value: quantity, chainId: quantity, nonce: hex.transform(Number).optional(), gas: quantity },
  ...{ gasPrice: quantity, maxFeePerGas: quantity, maxPriorityFeePerGas: quantity },
});

/** The account with an address, if the site sees it. */
function findKey(wallet: EvmWallet, address: unknown) {
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw invalidParams('An address must be 40 hex digits after 0x.');
  const key = wallet.accounts.find((one) => isSame(one.address, address));
  if (!key || !wallet.shown().includes(key.address)) throw unauthorized(address);
  return {
    key,
    account: privateKeyToAccount(key.privateKey),
    fact: { label: 'Account', value: `${key.name}, ${key.address}` },
  };
}

function assertOn({ store }: PracticeWallet, chainId: number | string | bigint | undefined): void {
  const { network } = store.get();
  if (chainId !== undefined && `eip155:${BigInt(chainId)}` !== network)
    throw invalidParams(`The request is for another chain, the wallet is on ${network}.`);
}

/** What a call does, one fact a line. */
function toCallFacts({ to, value = 0n, data = '' }: AskedCall, network: Network): readonly Fact[] {
  return [
    toAmountFact(value, network),
    { label: 'To', value: to ?? 'A new contract' },
    ...(data.length > 2 ? [{ label: 'Data', value: data.slice(0, 10) }] : []),
  ];
}

interface AskedCall {
  readonly to?: string | null | undefined;
  readonly value?: bigint | undefined;
  readonly data?: string | undefined;
}

/** Has the wallet's client fill in nonce, gas and fees, sign, and send the signed bytes. */
async function sendNow({ privateKey }: PracticeEvmAccount, network: Network, asked: object): Promise<Hex> {
  const request = ({ method, params }: Request) => callRpc(network, method, params);
  const account = privateKeyToAccount(privateKey);
  const client = createWalletClient({ account, transport: custom({ request }, { retryCount: 0 }) });
  return client.sendTransaction({ chain: null, ...asked } as SendTransactionParameters).catch(throwInner);
}

/** Signing and sending: `personal_sign` of EIP-191, `eth_signTypedData_v4` of EIP-712, `eth_sendTransaction`. */
function signMethods(wallet: EvmWallet): Readonly<Record<string, Method>> {
  return {
    async personal_sign([message, address]) {
      const { account, fact } = findKey(wallet, address);
      const raw = toRaw(message);
      await wallet.approve({ title: 'Sign a message', facts: [fact], text: toReadable(raw) });
      return account.signMessage({ message: { raw } });
    },
    async eth_signTypedData_v4([address, given]) {
      const { account, fact } = findKey(wallet, address);
      const json = typeof given === 'string' ? attempt(() => JSON.parse(given)) : given;
      const typed = parse(typedData, json, 'This is no typed data.');
      assertOn(wallet, typed.domain.chainId);
      await wallet.approve({
        title: `Sign typed data (${typed.primaryType})`,
        facts: [fact],
        text: JSON.stringify({ domain: typed.domain, message: typed.message }, null, 2),
      });
      return account.signTypedData(typed as unknown as TypedDataDefinition);
    },
    async eth_sendTransaction([given]) {
      const { from, chainId, maxFeePerGas, maxPriorityFeePerGas, ...asked } = parse(
        transaction,
        given,
        'This is no transaction.',
      );
      const network = currentNetwork(wallet);
      const { key } = findKey(wallet, from);
      assertOn(wallet, chainId);
      const facts = [...toCallFacts(asked, network), ...toOriginFacts(key, network)];
      await wallet.approve({ title: 'Send a transaction', facts });
      const fees = asked.gasPrice === undefined && { maxFeePerGas, maxPriorityFeePerGas };
      return sendNow(key, network, { ...asked, ...fees });
    },
  };
}

const sendCalls = z.looseObject({
  version: z.enum(['1.0', '2.0.0']),
  from: text.optional(),
  chainId: quantity,
  calls: z.array(z.looseObject({ to: text.nullish(), data: text.optional(), value: quantity })).min(1),
});

/** EIP-5792. Calls are carried out one after another, each as a transaction. */
function callMethods(wallet: EvmWallet): Readonly<Record<string, Method>> {
  const sent = new Map<string, { readonly network: Network; readonly hashes: readonly Hex[] }>();
  return {
    wallet_getCapabilities([address]) {
      findKey(wallet, address);
      return { [toChainId(wallet.store.get().network)]: { atomic: { status: 'unsupported' } } };
    },
    async wallet_sendCalls([given]) {
      const asked = parse(sendCalls, given, 'These are no calls.');
      const { key } = findKey(wallet, asked.from ?? wallet.shown()[0]);
      assertOn(wallet, asked.chainId);
      const network = currentNetwork(wallet);
      const facts = asked.calls.flatMap((call, index) => [
        { label: 'Call', value: String(index + 1) },
        ...toCallFacts(call, network),
      ]);
      const title = `Send ${asked.calls.length} calls`;
      await wallet.approve({ title, facts: [...facts, ...toOriginFacts(key, network)] });
      const hashes: Hex[] = [];
      for (const { to, data, value } of asked.calls)
        hashes.push(await sendNow(key, network, { to, data, value }));
      const id = `0x${crypto.randomUUID().replaceAll('-', '')}`;
      sent.set(id, { network, hashes });
      return asked.version === '1.0' ? id : { id };
    },
    async wallet_getCallsStatus([id]) {
      const calls = sent.get(String(id));
      if (!calls) throw new WalletError(5730, 'The wallet knows no such calls.');
      const { network, hashes } = calls;
      const reading = hashes.map((hash) => callRpc(network, 'eth_getTransactionReceipt', [hash]));
      const receipts = (await Promise.all(reading)) as ({ readonly status: Hex } | null)[];
      const status = toStatus(receipts.map((receipt) => receipt?.status));
      const common = { version: '2.0.0', id, chainId: toChainId(network.id), atomic: false };
      return { ...common, status, ...(status !== 100 && { receipts }) };
    },
    wallet_showCallsStatus: () => null,
  };
}

/** EIP-5792, "Status Codes": waiting, carried out, reverted, reverted in part. */
function toStatus(statuses: readonly (Hex | undefined)[]): number {
  if (statuses.includes(undefined)) return 100;
  if (!statuses.includes('0x0')) return 200;
  return statuses.includes('0x1') ? 600 : 500;
}

const asset = z.looseObject({
  type: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  options: z.looseObject({ address: text, symbol: text.optional() }),
});

/** EIP-747: the parameters are an object. The wallet has no list of tokens, so nothing comes of it. */
function assetMethods(wallet: PracticeWallet): Readonly<Record<string, Method>> {
  return {
    async wallet_watchAsset(given) {
      const { type, options } = parse(asset, given, 'This is no token.');
      const { address, symbol } = options;
      const facts = [
        { label: 'Token', value: address },
        { label: 'Kind', value: type },
        ...(symbol === undefined ? [] : [{ label: 'Symbol', value: symbol }]),
      ];
      await wallet.approve({ title: 'Add a token', facts });
      return true;
    },
  };
}

/** A faulty wallet's ways to send something else, and to sign otherwise. */
function changesOf({ accounts: keys }: EvmWallet) {
  return {
    asks(how: Change, [request]: [Request]): [Request] {
      const [first] = (request.params ?? []) as readonly { from: string; to?: string; value?: Hex }[];
      if (request.method !== 'eth_sendTransaction' || !first?.to) return [request];
      const own = keys.find(({ address }) => !isSame(address, first.from) && !isSame(address, first.to));
      const value = numberToHex(BigInt(first.value ?? 0) * 50n);
      const other = how === 'more' ? { value } : how === 'elsewhere' ? { to: own?.address } : {};
      return [{ ...request, params: [{ ...first, ...other }] }];
    },
    async answers(how: Change, answer: unknown, [request]: [Request]): Promise<unknown> {
      const { method, params = [] } = request;
      if (method !== 'personal_sign' && method !== 'eth_signTypedData_v4') return answer;
      const isText = method === 'personal_sign';
      const [asked, address] = isText ? params : params.toReversed();
      const at = keys.findIndex((one) => isSame(one.address, address));
      const sign = (key: PracticeEvmAccount | undefined, prefix = '') => {
        const account = privateKeyToAccount(key?.privateKey ?? strangerKey);
        const typed = typeof asked === 'string' ? attempt(() => JSON.parse(asked)) : asked;
        if (!isText) return account.signTypedData(typed as TypedDataDefinition);
        return account.signMessage({ message: { raw: `${stringToHex(prefix)}${toRaw(asked).slice(2)}` } });
      };
      if (how === 'zeros') return `0x${'00'.repeat(65)}`;
      if (how === 'anotherKey') return sign(undefined);
      if (how === 'anotherAccount') return sign(keys[(at + 1) % keys.length]);
      if (how === 'prefixed') return sign(keys[at], 'Also: ');
      return answer;
    },
  };
}

function isSame(one: string, other: unknown): boolean {
  return one.toLowerCase() === String(other).toLowerCase();
}

/** The bytes that `personal_sign` signs: hex, or a plain text. */
function toRaw(message: unknown): Hex {
  if (typeof message !== 'string') throw invalidParams('The message must be a text.');
  return isHex(message) && message.length % 2 === 0 ? message : stringToHex(message);
}

/** Bytes that are no text are shown as hex, since a person cannot judge replacement characters. */
function toReadable(raw: Hex): string {
  const words = hexToString(raw);
  return words.includes('\ufffd') ? raw : words;
}

/** What the chain answered or the wallet refused, which viem wraps. */
function throwInner(error: unknown): never {
  const inner = error instanceof BaseError && error.walk((one) => one instanceof WalletError);
  if (inner) throw inner;
  throw new WalletError(-32603, error instanceof Error ? error.message : String(error), { cause: error });
}
