import { toDataLine } from '@linkspan/kit/lines';
import { type Hex, hexToBytes } from 'viem';
import type { Call } from './call-params.ts';
import { decodeArguments } from './decode.ts';
import { type Find, findFunction, type Known } from './functions.ts';
import { type Field, isSpender, type Line, toCalmLine, toFieldLine } from './meaning.ts';

/** What is around fields. */
interface Around {
  /** The contract that is called or that verifies, if it acts for the account. */
  readonly contract?: string | undefined;
  /** The account, with its checksum. */
  readonly own?: string | undefined;
  /** Finds the functions that the application names: see `CallRequest.abi`. */
  readonly find?: Find | undefined;
  /** They say how many tokens of the contract the account pays. */
  readonly pays?: boolean;
  /** In how many calls they are. */
  readonly depth: number;
}

/** How deep a call in a call is read. */
const mostDepth = 5;
/** A longer value of bytes is shown by its length and beginning, in digits. */
const mostDigits = 300;

/**
 * The lines of one call of an account: of whom, how many coins, and what it says, as far as that is known, or as the
 * application claims.
 */
export function toCallLines({ to, value, data }: Call, own?: string, find?: Find): readonly Line[] {
  const isPlain = data === '0x';
  return [
    to === undefined
      ? ({ is: 'creation', value: '' } as const)
      : ({ is: isPlain ? 'recipient' : 'contract', value: to } as const),
    ...(isPlain || value > 0n ? [{ is: 'amount', value: String(value) } as const] : []),
    ...(isPlain ? [] : toDataLines(data, { contract: to, own, find, depth: 0 })),
  ];
}

/** The lines of a call's data. Of a new contract it is code. */
function toDataLines(data: Hex, around: Around): readonly Line[] {
  const isCode = around.contract === undefined;
  return (isCode ? undefined : readFunction(data, around)) ?? [toDataLine(hexToBytes(data))];
}

/**
 * The function that data calls, and its arguments; undefined if it is not known, and if the application's claim does not fit.
 * What follows the arguments means nothing to a contract. If they cannot be read exactly, or say in another form what else is
 * called, the data has a warning.
 */
function readFunction(data: string, around: Around): readonly Line[] | undefined {
  const known = findFunction(data) ?? around.find?.(data);
  if (known === undefined) return undefined;
  if (known.isClaimed) return readClaimed(known, data, around);
  const called = { is: 'function', value: known.signature } as const;
  const unread = { ...toDataLine(hexToBytes(data as Hex)), warning: 'unread' } as const;
  if (known.calls === 'any' || around.depth > mostDepth) return [called, unread];
  const { fields, length, isExact } = decodeArguments(known.inputs, data.slice(10));
  const isLess = /^decrease(Allowance|Approval)$/.test(known.name);
  const pays = around.depth === 0 && /^transfer(\(address,uint256\)|AndCall\()/.test(known.signature);
  // Calls of any other contract are not the account's.
  const inner = known.calls === 'same' ? around : { ...around, contract: undefined };
  return [
    called,
    ...(isLess ? fields.map(toCalmLine) : toFieldLines(fields, { ...around, pays }, inner)),
    ...(isExact ? toRestLines(data, length) : [unread]),
  ];
}

/** The same as the application names it: nothing in it makes an argument calm. */
function readClaimed(known: Known, data: string, around: Around): readonly Line[] | undefined {
  const { fields, length, isExact } = decodeArguments(known.inputs, data.slice(10));
  if (!isExact || around.depth > mostDepth) return undefined;
  const lines: readonly Line[] = [
    { is: 'function', value: known.signature },
    ...toFieldLines(fields, { ...around, own: undefined }, { ...around, contract: undefined }),
  ];
  return [...lines.map((line) => ({ ...line, claimed: true as const })), ...toRestLines(data, length)];
}

/** What follows the arguments. */
function toRestLines(data: string, length: number): readonly Line[] {
  const rest: Hex = `0x${data.slice(10 + length)}`;
  return rest === '0x' ? [] : [toDataLine(hexToBytes(rest))];
}

/** The names of fields whose amount a token counts itself: of ERC-20 and its extensions, EIP-2612 and EIP-3009. */
const inUnitOfContract =
  /^((from )?to value( data)?|spender (value|addedValue)( data)?|owner spender value( nonce)? deadline( v r s)?|from to value validAfter validBefore nonce( v r s)?)$/;

/** The lines of fields; of bytes that call a known function, what they call. `inner` is around those. */
export function toFieldLines(
  fields: readonly Field[],
  around: Around,
  inner: Around = { depth: 0 },
): readonly Line[] {
  const { own, contract } = around;
  const hasSpender = fields.some(isSpender);
  const isOfOther = fields.some(
    ({ name, type, value }) =>
      /^(owner|holder)$/.test(name) && type === 'address' && own !== undefined && value !== own,
  );
  const isOfContract = inUnitOfContract.test(fields.map(({ name }) => name).join(' '));
  const isToken = ({ name, type }: Field) => /(^|\.)token$/.test(name) && type === 'address';
  const tokens = new Map(fields.filter(isToken).map(({ name, value }) => [toParent(name), value]));
  const toSpending = ({ name }: Field) => ({
    token: isOfOther ? undefined : (tokens.get(toParent(name)) ?? contract),
  });
  const unitOf = ({ name }: Field) => {
    const isAmount = /(^|\.)(value|amount)$/.test(name);
    return (isAmount && tokens.get(toParent(name))) || (isOfContract ? contract : undefined);
  };
  return fields.flatMap((field) => {
    if (field.type === 'bytes') return toBytesLines(field, { ...inner, depth: inner.depth + 1 });
    const line = toFieldLine(field, hasSpender ? toSpending(field) : undefined);
    const unit = unitOf(field);
    if (line.is !== 'tokens' || line.warning || unit === undefined) return line;
    return { ...line, unit, ...(around.pays && { pays: true }) };
  });
}

/** The names around a field. */
function toParent(name: string): string {
  return name.slice(0, name.lastIndexOf('.') + 1);
}

function toBytesLines({ name, value }: Field, around: Around): readonly Line[] {
  const called = readFunction(value, around);
  if (called !== undefined)
    return called.map((line) => ({ ...line, name: line.name ? `${name}.${line.name}` : name }));
  if (value.length <= mostDigits) return [{ is: 'field', name, value }];
  return [{ ...toDataLine(hexToBytes(value as Hex)), name }];
}
