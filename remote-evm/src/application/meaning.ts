import type { LineKind, LineWarning, RequestLine } from '@linkspan/contract';

// What a field means by its name and type, the same in calls and in typed data.

/** A field of a request: its name with those around it, its type in Solidity, and its value as text. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** What someone may then spend. */
export interface Allowance {
  /** Missing if it is not known, or not the account's. */
  readonly token?: string | undefined;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** A line, and the amount in it that is to be compared with what the account has. */
export interface Line extends RequestLine {
  readonly allowance?: Allowance;
  /** The token in whose smallest unit the amount in it is; `pays` if the account pays it. */
  readonly unit?: string;
  readonly pays?: true;
}

const number = /^u?int\d+$/;
const amount = /(value|amount|allowance|wad|asset|share|liquidity)s?$/i;
/** What goes in an exchange: `amountIn`, `amountADesired`. What has to come at least is an `amountOutMin`. */
const amountIn = /[aA]mount\w{0,5}(Desired|In|InMax|InMaximum)$/;
const meanings: readonly (readonly [is: LineKind, type: RegExp, name: RegExp])[] = [
  ['spender', /^address$/, /^(spender|operator)s?$/i],
  ['recipient', /^(address|bytes32)$/, /(^to|^dst|destination|recipient|receiver|beneficiary|newOwner)s?$/i],
  ['tokens', number, amount],
  ['tokens', number, amountIn],
  ['tokens', number, /(^id|tokenId)s?$/i],
];

/** The least number that contracts take for no limit: COMP and UNI have 96 bits. */
const leastUnlimited = 2n ** 96n - 1n;
/** As much as no token has. */
const mostTokens = 2n ** 127n;

/** Whether a field is an account that may then spend tokens: of EIP-2612, DAI and Permit2, of ERC-721 and ERC-1155. */
export function isSpender(field: Field): boolean {
  return kindOf(field) === 'spender';
}

/** The line of a field. `spending` is the token, if the request names a spender. */
export function toFieldLine(field: Field, spending?: Pick<Allowance, 'token'>): Line {
  const { name, value } = field;
  const line = { is: kindOf(field), name, value };
  const warning = warnOf(field, spending !== undefined);
  if (warning !== undefined) return { ...line, warning };
  const isAllowance = spending && line.is === 'tokens' && amount.test(toOwnName(name));
  return isAllowance ? { ...line, allowance: { ...spending, amount: BigInt(value) } } : line;
}

/** The line of a field that gives nothing away. */
export function toCalmLine(field: Field): Line {
  return { is: kindOf(field), name: field.name, value: field.value };
}

function kindOf({ name, type }: Field): LineKind {
  const own = toOwnName(name);
  return meanings.find(([, types, names]) => types.test(type) && names.test(own))?.[0] ?? 'field';
}

/** Without those around it, and without its place in a list: `amount` of `details[0].amount`. */
function toOwnName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replace(/(\[\d+\])+$/, '');
}

/**
 * Without a limit is a number of nothing but ones, and an amount for a spender that no token has; DAI has a word for it.
 */
function warnOf(field: Field, hasSpender: boolean): LineWarning | undefined {
  const { type, value } = field;
  const name = toOwnName(field.name);
  if (type === 'bool' && hasSpender && value === 'true') {
    if (name === 'approved') return 'all-tokens';
    return name === 'allowed' ? 'unlimited' : undefined;
  }
  if (!number.test(type)) return undefined;
  const given = BigInt(value);
  const isAllOnes = given >= leastUnlimited && (given & (given + 1n)) === 0n;
  const isBeyond = hasSpender && amount.test(name) && given >= mostTokens;
  return isAllOnes || isBeyond ? 'unlimited' : undefined;
}
