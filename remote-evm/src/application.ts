import {
  addressOf,
  codeOf,
  field,
  integer,
  LinkspanError,
  list,
  Malformed,
  messageOf,
  networkOf,
  oneOf,
  type RequestLine,
  type SendOptions,
  type TokenRequest,
  text,
} from '@linkspan/contract';
import { check } from '@linkspan/kit/check';
import { fields, json, mostParams, toPerson } from '@linkspan/kit/readers';
import { findNetwork, type Reader, type Readers } from '@linkspan/kit/session';
import { numberToHex } from 'viem';
import { type Asked, askPerson, type Caller, checkGranted, type Reading } from './application/asked.ts';
import { address, callsId, chain } from './application/call-params.ts';
import { readCalls, readTransaction } from './application/send-calls.ts';
import { readMessage, readTypedData } from './application/sign-calls.ts';
import { openRequest } from './chain.ts';
import { toLibraryError, toNetworkError } from './failures.ts';
import { toChainId } from './provider.ts';

/**
 * Reads of a node of the page (EIP-1474, execution APIs). No filters: the id of one belongs to the node that made it, and
 * libraries that get none ask for logs.
 */
const nodeMethods = [
  ...['eth_blockNumber', 'eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode'],
  ...['eth_getLogs', 'eth_getProof', 'eth_getStorageAt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_getTransactionByHash', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
  ...['eth_maxPriorityFeePerGas', 'eth_syncing', 'web3_clientVersion'],
];

/** The methods of EIP-1193 that are passed on or answered. A malformed request is refused for that, whatever else is wrong with it. */
export const readers: Readers<'eip155', Caller> = new Map<string, Reader<'eip155', Caller>>([
  ['personal_sign', readMessage],
  ['eth_signTypedData_v4', readTypedData],
  ['eth_sendTransaction', readTransaction],
  ['wallet_sendCalls', readCalls],
  ['wallet_watchAsset', readAsset],
  ['token', readToken],
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
  return { asks: 'nobody', answer: async () => ({ value: await answer() }) };
}

/** The host opens its dialog first: without a wallet there is nothing to show. */
function readShown(asked: Asked): Reading {
  const { accounts } = check(asked);
  return toAnswer(async () => accounts.map(addressOf));
}

/**
 * A node's error is in Linkspan's codes; the node's own, with its data, is the cause. An application waits for a transaction
 * that one node lacks, whatever the others say.
 */
function readNode({ method, params: given, network: id, port }: Asked): Reading {
  const params = list(json)(given, 'params');
  const network = findNetwork(port.networks, id, '');
  const request = openRequest(network, port.signal, { absence: 'any' });
  return toAnswer(() =>
    request({ method, params }).catch((error: unknown) => {
      throw toNetworkError(toRevert(error) ?? error, network.title);
    }),
  );
}

/**
 * A node's error as a revert, with the number, the word and the data by which viem and ethers decode it, whatever the node's
 * own are; undefined for any other error.
 */
function toRevert(error: unknown): Error | undefined {
  const message = messageOf(error);
  const isSaid = /revert/i.test(message);
  const isNumbered =
    [3, -32015].includes(Number(field(error, 'code'))) && !/insufficient|exceeds/i.test(message);
  if (codeOf(error) !== undefined || !(isSaid || isNumbered)) return undefined;
  const said = isSaid ? message : `execution reverted: ${message}`;
  return Object.assign(new Error(said), { code: 3, data: toRevertData(field(error, 'data')) });
}

/** Nethermind writes a word before the data; Hardhat puts it into an object. */
function toRevertData(data: unknown): string {
  const given = String(field(data, 'data') ?? data);
  return /0x([\da-f]{2})*$/i.exec(given)?.[0] ?? '0x';
}

const someChain = fields({ chainId: chain });

function readSwitch({ params, port, connected }: Asked): Reading {
  const [first] = list(json)(params, 'params');
  const { chainId } = someChain(first, 'params[0]');
  if (chainId === undefined) throw new Malformed('params[0].chainId', 'given');
  const { id } = findNetwork(port.networks, chainId, connected?.wallet ?? '');
  return { asks: 'network', network: id, answer: async () => ({ value: null }) };
}

/** EIP-5792. */
function readCapabilities(asked: Asked): Reading {
  const [first, ...rest] = list(json, 2)(asked.params, 'params');
  const own = address(first, 'params[0]');
  const chains = rest.map((one) => list(chain)(one, 'params[1]').map((id) => numberToHex(toChainId(id))));
  return readQuietly(asked, [check(asked, { address: own }).address, ...chains]);
}

function readStatus(asked: Asked): Reading {
  const [id] = list(json, 1)(asked.params, 'params');
  return readQuietly(asked, [callsId(id, 'params[0]')]);
}

function readQuietly(asked: Asked, params: readonly unknown[]): Reading {
  const { wallet, caller } = check(asked);
  const { method } = asked;
  return toAnswer(() =>
    caller.read({ method, params }).catch((error: unknown) => {
      throw toLibraryError(error, { wallet, method });
    }),
  );
}

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

/** A token of the page, as EIP-747 has it. A wallet that does not take it answers `false`. */
function readToken(asked: Asked): Reading {
  const { account, asset, symbol, decimals } = asked.params as TokenRequest;
  const own = check(asked, { account });
  const [network, type, address] = /^(.*)\/(.*):(.*)$/.exec(asset)?.slice(1) ?? [];
  if (network !== networkOf(account) || type !== 'erc20')
    throw new Malformed('asset', 'a token of this network');
  const params = { type: 'ERC20', options: { address, symbol, decimals } };
  const { intent, answer } = readAsset({ ...asked, method: 'wallet_watchAsset', params });
  const add = async (options: SendOptions) => {
    const answered = await answer(options);
    if (answered.value === true) return answered;
    throw new LinkspanError('wallet/rejected', { wallet: own.wallet });
  };
  return { asks: 'person', intent: { ...intent, method: asked.method }, answer: add };
}

/** EIP-747, whose parameters are an object; some libraries put it in a list. */
function readAsset(asked: Asked): Reading & { readonly asks: 'person' } {
  const { params: given } = asked;
  const [params, place] = Array.isArray(given)
    ? [list(json, 1)(given, 'params')[0], 'params[0]']
    : [given, 'params'];
  const type = tokenType(field(params, 'type'), `${place}.type`);
  const options = token(field(params, 'options'), `${place}.options`);
  if (options.address === undefined) throw new Malformed(`${place}.options.address`, 'given');
  const { network, ...own } = checkGranted(asked, { network: asked.network });
  const lines: readonly RequestLine[] = [
    { is: 'token', value: options.address },
    { is: 'type', value: type },
    ...(['symbol', 'decimals', 'tokenId', 'image'] as const).flatMap((name) => {
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
