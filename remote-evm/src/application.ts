import {
  type AccountId,
  type Accounts,
  addressOf,
  type CallIntent,
  field,
  integer,
  isA,
  LinkspanError,
  list,
  Malformed,
  type Network,
  type NetworkId,
  networkOf,
  oneOf,
  type Port,
  type RequestLine,
  type SendOptions,
  type Settled,
  text,
  toAccountId,
  toList,
} from '@linkspan/contract';
import { type FamilyAnswered, type FamilyReading, findNetwork, type ReadCall } from '@linkspan/kit/session';
import { type Address, hashMessage, isHex, keccak256, numberToHex, stringToHex } from 'viem';
import { toCallLines, toMessageLines, toShown } from './call-lines.ts';
import {
  address,
  type Call,
  callsId,
  chain,
  copyParams,
  fields,
  json,
  mostParams,
  parseCalls,
  parseTransaction,
} from './call-params.ts';
import { openChain, openRequest } from './chain.ts';
import { toLibraryError, toNetworkError, toSignError } from './failures.ts';
import type { Library } from './library.ts';
import { toChainId } from './provider.ts';
import { submit } from './send.ts';
import { verifyAnswer } from './sign.ts';
import { parseTypedData } from './typed-data.ts';
import type { Adapter } from './wallet.ts';

type Eip155 = 'eip155';
type Reading = FamilyReading<Eip155>;

/** A connected wallet, as the requests of an application need it. Rejects with the errors of the library. */
export interface Caller {
  /** Asks a person. */
  readonly ask: Library['request'];
  /** Asks the wallet alone, which answers in time. */
  readonly read: Adapter['request'];
  readonly isSafe: boolean;
}

/** One request, with its parameters copied. */
interface Asked {
  readonly method: string;
  readonly params: unknown;
  /** The network that the application is on. */
  readonly network: NetworkId<Eip155>;
  readonly port: Port<Eip155>;
  readonly connected: Parameters<ReadCall<Eip155, Caller>>[2];
}

/** Reads a request of EIP-1193. One that is malformed rejects with `input/call`, whatever else is wrong with it. */
export const readCall: ReadCall<Eip155, Caller> = async ({ method, params, network }, port, connected) => {
  const read = readers.get(method);
  if (read === undefined)
    throw new LinkspanError('wallet/unsupported', { wallet: connected?.wallet ?? '', method });
  try {
    return read({ method, params: copyParams(params), network, port, connected });
  } catch (cause) {
    if (isA(cause, Malformed))
      throw new LinkspanError('input/call', { method, place: cause.place }, { cause });
    throw cause;
  }
};

/** Reads of a node of the page (EIP-1474, execution APIs). */
const nodeMethods = [
  ...['eth_blockNumber', 'eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_getLogs', 'eth_getProof', 'eth_getStorageAt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_getTransactionByHash', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
  ...['eth_maxPriorityFeePerGas', 'eth_newBlockFilter', 'eth_newFilter', 'eth_syncing'],
  ...['eth_uninstallFilter', 'web3_clientVersion'],
];

/** All methods that are passed on or answered; the page asks nobody about any other. */
const readers: ReadonlyMap<string, (asked: Asked) => Reading> = new Map([
  ['personal_sign', readMessage],
  ['eth_signTypedData_v4', readTypedData],
  ['eth_sendTransaction', readTransaction],
  ['wallet_sendCalls', readCalls],
  ['wallet_watchAsset', readAsset],
  ['wallet_switchEthereumChain', readSwitch],
  ['wallet_addEthereumChain', readSwitch],
  ['eth_accounts', ({ connected }) => toAnswer(async () => connected?.accounts.map(addressOf) ?? [])],
  ['eth_requestAccounts', readShown],
  ['eth_chainId', ({ network }) => toAnswer(async () => numberToHex(toChainId(network)))],
  ['net_version', ({ network }) => toAnswer(async () => String(toChainId(network)))],
  ['wallet_getCapabilities', readCapabilities],
  ['wallet_getCallsStatus', readStatus],
  ['wallet_showCallsStatus', readStatus],
  ...nodeMethods.map((method) => [method, readNode] as const),
]);

function toAnswer(answer: () => Promise<unknown>): Reading {
  return { asks: 'nobody', answer };
}

/** The host opens its dialog first: without a wallet there is nothing to show. */
function readShown(asked: Asked): Reading {
  const { accounts } = assertConnected(asked);
  return toAnswer(async () => accounts.map(addressOf));
}

/** A node's error is in Linkspan's codes; the node's own, with its data, is the cause. */
function readNode({ method, params: given, network: id, port }: Asked): Reading {
  const params = list(json)(given, 'params');
  const network = findNetwork(port.networks, id, '');
  const request = openRequest(network, port.signal);
  return toAnswer(() =>
    request({ method, params }).catch((error: unknown) => {
      throw toNetworkError(error, network.title);
    }),
  );
}

const someChain = fields({ chainId: chain });

function readSwitch({ params, port, connected }: Asked): Reading {
  const [first] = list(json)(params, 'params');
  const { chainId } = someChain(first, 'params[0]');
  if (chainId === undefined) throw new Malformed('params[0].chainId', 'given');
  const { id } = findNetwork(port.networks, chainId, connected?.wallet ?? '');
  return { asks: 'network', network: id, answer: async () => null };
}

/** EIP-5792. */
function readCapabilities(asked: Asked): Reading {
  const [first, ...rest] = list(json, 2)(asked.params, 'params');
  const own = address(first, 'params[0]');
  const chains = rest.map((one) => list(chain)(one, 'params[1]').map((id) => numberToHex(toChainId(id))));
  return readQuietly(asked, [assertInUse(asked, own).address, ...chains]);
}

function readStatus(asked: Asked): Reading {
  const [id] = list(json, 1)(asked.params, 'params');
  return readQuietly(asked, [callsId(id, 'params[0]')]);
}

function readQuietly(asked: Asked, params: readonly unknown[]): Reading {
  const { wallet, caller } = assertConnected(asked);
  const { method } = asked;
  return toAnswer(() =>
    caller.read({ method, params }).catch((error: unknown) => {
      throw toLibraryError(error, { wallet, method });
    }),
  );
}

function assertConnected({ connected }: Asked) {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  return connected;
}

/** The account in use, which the request names, or nothing. */
interface InUse {
  readonly wallet: string;
  readonly account: AccountId<Eip155>;
  readonly address: Address;
  readonly accounts: Accounts<Eip155>;
  readonly caller: Caller;
}

function assertInUse(asked: Asked, given?: Address): InUse {
  const connected = assertConnected(asked);
  const [account] = connected.accounts;
  const own = addressOf(account) as Address;
  if (given !== undefined && given.toLowerCase() !== own.toLowerCase())
    throw new LinkspanError('wallet/account-changed', { account: toAccountId(networkOf(account), given) });
  return { ...connected, account, address: own };
}

/** The network of a request: one of the page, which the wallet is on. MetaMask refuses any other, too. */
function assertOn({ port }: Asked, { wallet, account }: InUse, id: NetworkId): Network<Eip155> {
  const network = findNetwork(port.networks, id, wallet);
  if (networkOf(account) !== id) throw new LinkspanError('wallet/network-changed', { wallet });
  return network;
}

/** What a person approves, apart from what all requests have in common. */
type Shown = CallIntent extends infer Kind
  ? Kind extends CallIntent
    ? Omit<Kind, 'kind' | 'account' | 'method' | 'isPartial'>
    : never
  : never;

function toPerson(
  { method }: Asked,
  { account }: InUse,
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswered>,
): Reading {
  const intent: CallIntent = { kind: 'call', account, method, ...shown, ...toShown(shown.lines) };
  return { asks: 'person', intent, answer };
}

/** Asks a person, on the given chain. Rejects with the code of the wallet's error. */
async function askPerson(
  { method }: Asked,
  { wallet, caller, account, address: own }: InUse,
  {
    params,
    network,
    before,
  }: {
    readonly params: unknown;
    readonly network?: Network<Eip155> | undefined;
    readonly before?: () => void;
  },
): Promise<unknown> {
  const where = { account: own, chainId: network && toChainId(network.id) };
  // EIP-747 alone has an object.
  return caller
    .ask({ method, params: params as readonly unknown[] }, where, before)
    .catch((error: unknown) => {
      throw toSignError(error, { wallet, method, account, ...(network && { network: network.title }) });
    });
}

/** EIP-191. A text in hexadecimal digits means the bytes. */
function readMessage(asked: Asked): Reading {
  const [message, signer] = list(json, 3)(asked.params, 'params');
  const isGiven = (one: string) => one !== '' && one !== '0x';
  const given = text('a text', isGiven, mostParams)(message, 'params[0]');
  const raw = isHex(given) && given.length % 2 === 0 ? given : stringToHex(given);
  const own = assertInUse(asked, address(signer, 'params[1]'));
  const answer = async () => {
    const signature = await askPerson(asked, own, { params: [raw, own.address] });
    return toSignature(asked, own, signature, hashMessage({ raw }));
  };
  return toPerson(asked, own, { asksFor: 'signature', lines: toMessageLines(raw) }, answer);
}

/** EIP-712. */
function readTypedData(asked: Asked): Reading {
  const [signer, given] = list(json, 2)(asked.params, 'params');
  const signerAddress = address(signer, 'params[0]');
  const { json: written, hash, network: id, lines } = parseTypedData(given, 'params[1]');
  const own = assertInUse(asked, signerAddress);
  const network = id && assertOn(asked, own, id);
  const on: readonly RequestLine[] = network ? [{ is: 'network', value: network.title }] : [];
  const answer = async () => {
    const signature = await askPerson(asked, own, { params: [own.address, written], network });
    return toSignature(asked, own, signature, hash);
  };
  return toPerson(asked, own, { asksFor: 'signature', lines: [...on, ...lines] }, answer);
}

async function toSignature(
  { port }: Asked,
  { wallet, account, accounts }: InUse,
  answer: unknown,
  hash: `0x${string}`,
): Promise<FamilyAnswered> {
  const open = () => openRequest(findNetwork(port.networks, networkOf(account), wallet), port.signal);
  const { signature } = await verifyAnswer(answer, hash, { wallet, account, accounts, openRequest: open });
  return { value: signature };
}

/** EIP-1474, with the account and the chain. */
function readTransaction(asked: Asked): Reading {
  const [given] = list(json, 1)(asked.params, 'params');
  const { from, chainId = asked.network, call, rest, isMore } = parseTransaction(given, 'params[0]');
  const own = assertInUse(asked, from);
  const { wallet, account, caller } = own;
  if (isMore) throw new LinkspanError('wallet/unsupported', { wallet, method: asked.method });
  const network = assertOn(asked, own, chainId);
  const transaction = {
    ...rest,
    ...toWritten(call),
    from: own.address,
    chainId: numberToHex(toChainId(chainId)),
  };
  const sender = { wallet, chain: openChain(network, asked.port.signal), isSafe: caller.isSafe };
  const answer = async (options: SendOptions): Promise<FamilyAnswered> => {
    const ask = (before: () => void) => askPerson(asked, own, { params: [transaction], network, before });
    const data = call.data === '0x' ? undefined : keccak256(call.data);
    const sent = await submit(sender, { account, data, ask }, options);
    return { value: sent.transaction, sent };
  };
  const { to = '', value } = call;
  const lines = toCallLines(call);
  return toPerson(asked, own, { asksFor: 'transaction', to, amount: String(value), lines }, answer);
}

function toWritten({ to, value, data }: Call) {
  return {
    ...(to && { to }),
    ...(value > 0n && { value: numberToHex(value) }),
    ...(data !== '0x' && { data }),
  };
}

/** EIP-5792. */
function readCalls(asked: Asked): Reading {
  const [given] = list(json, 1)(asked.params, 'params');
  const { from, chains, calls, version, rest } = parseCalls(given, 'params[0]');
  const own = assertInUse(asked, from);
  const { wallet, address: sender } = own;
  const [network = assertOn(asked, own, asked.network)] = chains.map((id) => assertOn(asked, own, id));
  const chainId = numberToHex(toChainId(network.id));
  const written = calls.map(({ capabilities, ...call }) => ({
    ...toWritten(call),
    ...(capabilities && { capabilities }),
  }));
  const request = { ...rest, version, from: sender, chainId, calls: written };
  const answer = async ({ noted }: SendOptions): Promise<FamilyAnswered> => {
    const note = await openChain(network, asked.port.signal).takeNote(sender, { by: 'calls' });
    const before = () => noted(note);
    const answered = await askPerson(asked, own, { params: [request], network, before });
    const id = typeof answered === 'string' ? answered : field(answered, 'id');
    if (typeof id !== 'string' || id === '')
      throw new LinkspanError('wallet/malformed', { wallet, place: 'id' });
    const landed = (transaction: string) => noted(JSON.stringify({ ...JSON.parse(note), transaction }));
    // The id of a transfer is shorter than one of EIP-5792 may be.
    const transaction = id.length > mostTransferId ? keccak256(stringToHex(id)) : id;
    return {
      value: version === '1.0' ? id : { id },
      sent: { transaction },
      look: () => lookUpCalls(own, { id, transaction, landed }),
    };
  };
  const [only, ...others] = calls;
  const to = others.length === 0 ? (only?.to ?? '') : '';
  const amount = String(calls.reduce((sum, { value }) => sum + value, 0n));
  const lines = [
    ...calls.flatMap(({ capabilities, ...call }, index): readonly RequestLine[] => [
      { is: 'call', value: String(index + 1) },
      ...toCallLines(call),
      ...toCapabilityLines(capabilities),
    ]),
    ...toCapabilityLines(rest.capabilities),
  ];
  return toPerson(asked, own, { asksFor: 'transaction', to, amount, lines }, answer);
}

/** The longest id of a transfer in the contract. */
const mostTransferId = 200;

/** Wishes about how calls are carried out, such as who pays. */
function toCapabilityLines(capabilities: Readonly<Record<string, unknown>> = {}): readonly RequestLine[] {
  return Object.entries(capabilities).map(([name, value]) => ({
    is: 'field',
    name: `capabilities.${name}`,
    value: JSON.stringify(value),
  }));
}

/** Several calls that a wallet has taken. */
interface SentCalls {
  /** The wallet's. */
  readonly id: string;
  /** The transfer's. */
  readonly transaction: string;
  /** Called with the transaction of the chain, by which `settle` follows it without the wallet. */
  landed(by: string): void;
}

/**
 * What has become of several calls, as the wallet says (EIP-5792, "Status Codes"; version 1.0 has words).
 */
async function lookUpCalls(
  { caller, account }: InUse,
  { id, transaction, landed }: SentCalls,
): Promise<Settled> {
  const answer = await caller.read({ method: 'wallet_getCallsStatus', params: [id] });
  const status = field(answer, 'status');
  const receipts = toList(field(answer, 'receipts')) ?? [];
  const isReverted = receipts.some((one) => field(one, 'status') === '0x0');
  const by = String(field(receipts.at(-1), 'transactionHash')).toLowerCase();
  const isNamed = /^0x[\da-f]{64}$/.test(by);
  if (isNamed) landed(by);
  if (failedStatuses.includes(status) || (status === 'CONFIRMED' && isReverted)) {
    const failure = { code: 'network/reverted', context: { network: networkOf(account) } };
    return { state: 'failed', transaction, failure, isFinal: false };
  }
  if ((status === 200 || status === 'CONFIRMED') && isNamed)
    return { state: 'landed', transaction, by, isFinal: false };
  return { state: 'sent', transaction };
}

/** Not included in the chain and not tried again, reverted, and reverted in part. */
const failedStatuses: readonly unknown[] = [400, 500, 600];

const token = fields({
  address,
  symbol: text('a symbol', (symbol) => symbol !== '', 60),
  decimals: tokenDecimals,
  image: text('an address of a picture', (url) => /^(https:\/\/|data:image\/)/.test(url), mostParams),
  tokenId: text('decimal digits', (id) => /^\d{1,78}$/.test(id)),
});
const tokenType = oneOf(['ERC20', 'ERC721', 'ERC1155']);

/** Some applications write the number as a text. */
function tokenDecimals(value: unknown, place: string): number {
  const decimals = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  return integer(0, 255)(decimals, place);
}

/** EIP-747, whose parameters are an object; some libraries put it in a list. */
function readAsset(asked: Asked): Reading {
  const { params: given } = asked;
  const [params, place] = Array.isArray(given)
    ? [list(json, 1)(given, 'params')[0], 'params[0]']
    : [given, 'params'];
  const type = tokenType(field(params, 'type'), `${place}.type`);
  const options = token(field(params, 'options'), `${place}.options`);
  if (options.address === undefined) throw new Malformed(`${place}.options.address`, 'given');
  const own = assertInUse(asked);
  const network = assertOn(asked, own, asked.network);
  const lines: readonly RequestLine[] = [
    { is: 'token', value: options.address },
    { is: 'type', value: type },
    ...(['symbol', 'decimals', 'tokenId'] as const).flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [{ is: 'field', name, value: String(value) } as const];
    }),
    { is: 'network', value: network.title },
  ];
  const answer = async () => {
    const answered = await askPerson(asked, own, { params: { type, options }, network });
    return { value: answered === true };
  };
  return toPerson(asked, own, { asksFor: 'approval', lines }, answer);
}
