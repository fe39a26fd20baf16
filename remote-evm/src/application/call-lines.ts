import type { LineWarning, RequestLine } from '@linkspan/contract';
import { toTextLines } from '@linkspan/kit/call-lines';
import { tryTo } from '@linkspan/kit/util';
import {
  type AbiFunction,
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import type { Call } from './call-params.ts';

/** A text has a line for each of its own; bytes that are no text are shown as they are. */
export function toMessageLines(bytes: Hex): readonly RequestLine[] {
  const text = tryTo(() =>
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(bytes)),
  );
  if (text === undefined || /(?!\n)\p{Cc}/u.test(text)) return [{ is: 'data', value: bytes }];
  return toTextLines(text);
}

/** The lines of one call: of whom, how many coins, and what it says, as far as that is known. */
export function toCallLines({ to, value, data }: Call): readonly RequestLine[] {
  const isPlain = data === '0x';
  const known = isPlain ? undefined : readFunction(data);
  return [
    ...(to === undefined ? [] : [{ is: isPlain ? 'recipient' : 'contract', value: to } as const]),
    ...(isPlain || value > 0n ? [{ is: 'amount', value: String(value) } as const] : []),
    ...(isPlain ? [] : (known ?? [toDataLine(data)])),
  ];
}

function toDataLine(data: Hex): RequestLine {
  const length = data.length / 2 - 1;
  return { is: 'data', value: `${length} bytes: ${data.slice(0, 74)}${length > 36 ? '…' : ''}` };
}

/** Functions whose arguments a person can judge: ERC-20, ERC-721, ERC-1155, ERC-1363, WETH, EIP-2612, Permit2. */
const functions = toTable(
  parseAbi([
    'function transfer(address to, uint256 value)',
    'function transferFrom(address from, address to, uint256 value)',
    'function approve(address spender, uint256 value)',
    'function approveAndCall(address spender, uint256 value)',
    'function approveAndCall(address spender, uint256 value, bytes data)',
    'function increaseAllowance(address spender, uint256 value)',
    'function increaseApproval(address spender, uint256 value)',
    'function decreaseAllowance(address spender, uint256 value)',
    'function safeTransferFrom(address from, address to, uint256 id)',
    'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
    'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
    'function setApprovalForAll(address operator, bool approved)',
    'function deposit()',
    'function withdraw(uint256 value)',
    'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    'function approve(address token, address spender, uint160 value, uint48 expiration)',
  ]),
);

/** Functions that call others: their names are all that is shown. */
const named = toTable(
  parseAbi([
    'function multicall(bytes[] data)',
    'function multicall(uint256 deadline, bytes[] data)',
    'function multicall(bytes32 previousBlockhash, bytes[] data)',
    'function execute(bytes commands, bytes[] inputs)',
    'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  ]),
);

function toTable(abi: readonly AbiFunction[]): ReadonlyMap<string, AbiFunction> {
  return new Map(abi.map((one) => [toFunctionSelector(one), one]));
}

/** The function that data calls, and its arguments; undefined if it is not known, or if the data has more than these. */
function readFunction(data: Hex): readonly RequestLine[] | undefined {
  const selector = data.slice(0, 10);
  const nameOnly = named.get(selector);
  if (nameOnly !== undefined) return [toFunctionLine(nameOnly), toDataLine(data)];
  const known = functions.get(selector);
  if (known === undefined) return undefined;
  const given = `0x${data.slice(10)}` as const;
  const args = tryTo(() => decodeArguments(known.inputs, given));
  if (args === undefined) return undefined;
  const hasSpender = known.name !== 'decreaseAllowance' && known.inputs.some(isSpender);
  const toLines = ({ name = '', type }: AbiParameter, index: number) =>
    toArgumentLines({ name, type, hasSpender }, args[index]);
  return [toFunctionLine(known), ...known.inputs.flatMap(toLines)];
}

function toFunctionLine({ name, inputs }: AbiFunction): RequestLine {
  return { is: 'function', value: `${name}(${inputs.map(({ type }) => type).join(',')})` };
}

/** Throws if other data says the same, or more: bytes that nobody reads may mean something to the contract. */
function decodeArguments(inputs: readonly AbiParameter[], given: Hex): readonly unknown[] {
  const args = inputs.length === 0 ? [] : decodeAbiParameters(inputs, given);
  if (encodeAbiParameters(inputs, args) !== given) throw new Error('The data has more.');
  return args;
}

function toArgumentLines(field: Omit<Field, 'value'>, value: unknown): readonly RequestLine[] {
  const { name } = field;
  if (Array.isArray(value))
    return value.flatMap((one, index) => toArgumentLines({ ...field, name: `${name}[${index}]` }, one));
  const text = String(value);
  return [
    { is: isSpender(field) ? 'spender' : 'field', name, value: text, ...warnOf({ ...field, value: text }) },
  ];
}

/** Whether a field is an account that may then spend tokens: of EIP-2612, DAI and Permit2, of ERC-721 and ERC-1155. */
export function isSpender({
  name,
  type,
}: {
  readonly name?: string | undefined;
  readonly type: string;
}): boolean {
  return type === 'address' && (name === 'spender' || name === 'operator');
}

/** A field of a request with its type in Solidity; `hasSpender` if the request names a spender. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly hasSpender: boolean;
}

/** The least number that contracts take for no limit: COMP and UNI have 96 bits. */
const leastUnlimited = 2n ** 96n - 1n;
/** More than a token has, with 18 decimals. */
const mostTokens = 2n ** 128n - 1n;

/**
 * The warning of a field. Without a limit is a number of nothing but ones, and an amount for a spender that no token has; DAI
 * has a word for it.
 */
export function warnOf({ name, type, value, hasSpender }: Field): { readonly warning?: LineWarning } {
  if (type.startsWith('bool') && hasSpender && value === 'true') {
    if (name === 'approved') return { warning: 'all-tokens' };
    return name === 'allowed' ? { warning: 'unlimited' } : {};
  }
  if (!/^u?int/.test(type)) return {};
  const number = BigInt(value);
  const isAllOnes = number >= leastUnlimited && (number & (number + 1n)) === 0n;
  const isAmount = hasSpender && /(value|amount|allowance|wad)$/i.test(name);
  return isAllOnes || (isAmount && number >= mostTokens) ? { warning: 'unlimited' } : {};
}
