import type { Network, RequestLine } from '@linkspan/contract';
import { toDataLine, toMessageLines } from '@linkspan/kit/application';
import { getBase58Decoder } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS as system } from '@solana-program/system';
import { isAddress } from '../accounts.ts';
import { priorityFeeLamports } from '../chain.ts';
import {
  feeOf,
  type Instruction,
  instructionsOf,
  isBudget,
  type Message,
  toCoins,
  toDecimal,
  toUint,
} from '../compare-signed.ts';

const [token, token2022] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const associatedToken = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const memos = [
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
];

/** Programs by name. What they do is not read, apart from those in `readers`. */
export const programNames: ReadonlyMap<string, string> = new Map([
  [system, 'System program'],
  [token, 'Token program'],
  [token2022, 'Token-2022 program'],
  [associatedToken, 'Associated token program'],
  ['Stake11111111111111111111111111111111111111', 'Stake program'],
  ['Vote111111111111111111111111111111111111111', 'Vote program'],
  ['ComputeBudget111111111111111111111111111111', 'Compute budget'],
  ['AddressLookupTab1e1111111111111111111111111', 'Lookup table program'],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 'Program loader'],
  ['metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', 'Metaplex token metadata'],
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter'],
  ['L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 'Lighthouse'],
]);

/** What a transaction does, as far as it can be read. */
export interface Read {
  /** By instruction, without those that only limit or price compute. */
  readonly parts: readonly (readonly RequestLine[])[];
  /** About the whole transaction. */
  readonly lines: readonly RequestLine[];
  /** The recipient of a transfer alone, or the one program that is called; empty for several. */
  readonly to: string;
  /** It is a transfer of coins of the account and no more. */
  readonly isTransfer: boolean;
  /** The lamports that the account pays by what can be read, without the fee. */
  readonly amount: bigint;
}

export function readTransaction(message: Message, own: string, network: Network<'solana'>): Read {
  const all = instructionsOf(message);
  const budget = all.filter(isBudget);
  const others = all.filter((one) => !isBudget(one));
  const calls = others.length > 0 ? others : all;
  const [only, ...more] = calls;
  const parts = calls.map((one) => readInstruction(one, own));
  const [payer = ''] = message.staticAccounts;
  const fee = feeOf(budget, others.length, message.header.numSignerAccounts);
  return {
    parts,
    lines: [
      ...(payer === own ? [] : [toAccount('feePayer', payer)]),
      // Any other fee is one that wallets add themselves.
      ...(payer === own && fee > priorityFeeLamports
        ? [{ is: 'field', name: 'fee', value: toCoins(fee, network) } as const]
        : []),
    ],
    to: only === undefined || more.length > 0 ? '' : toOf(only),
    isTransfer:
      only !== undefined && more.length === 0 && toOf(only) !== only.program && paidBy(only, own) > 0n,
    amount: calls.reduce((sum, one) => sum + paidBy(one, own), 0n),
  };
}

function toOf(one: Instruction): string {
  const [, recipient = ''] = one.accounts;
  return isTransfer(one) && isAddress(recipient) ? recipient : one.program;
}

function paidBy(one: Instruction, own: string): bigint {
  const pays = isTransfer(one) || isCreation(one);
  return pays && one.accounts[0] === own ? toUint(one.data.slice(4, 12)) : 0n;
}

function isTransfer({ program, data, accounts }: Instruction): boolean {
  return program === system && data.length === 12 && kindOf(data) === 2 && accounts.length >= 2;
}

function isCreation({ program, data, accounts }: Instruction): boolean {
  return program === system && data.length === 52 && kindOf(data) === 0 && accounts.length >= 2;
}

function kindOf(data: Uint8Array): number {
  return Number(toUint(data.slice(0, 4)));
}

type Reader = (instruction: Instruction, own: string) => readonly RequestLine[] | undefined;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [system, readSystem],
  [token, readToken],
  [token2022, readToken],
  [associatedToken, readAssociatedToken],
  ...memos.map((memo): [string, Reader] => [memo, ({ data }) => toMessageLines(data)]),
]);

function readInstruction(one: Instruction, own: string): readonly RequestLine[] {
  const read = readers.get(one.program)?.(one, own);
  if (read !== undefined) return read;
  return [toProgram(one), ...(one.data.length > 0 ? [toDataLine(one.data)] : [])];
}

function toProgram({ program }: Instruction): RequestLine {
  const name = programNames.get(program);
  return { is: 'contract', ...(name !== undefined && { name }), value: program };
}

/** An account by its role. One that only a lookup table knows is a field with its place in the table. */
function toAccount(role: string, address: string): RequestLine {
  const is = role === 'recipient' || role === 'token' || role === 'spender' ? role : undefined;
  return is !== undefined && isAddress(address)
    ? { is, value: address }
    : { is: 'field', name: role, value: address };
}

function toFunction(name: string): RequestLine {
  return { is: 'function', value: name };
}

/** The instructions of the system program that move coins or give the account away. */
function readSystem(one: Instruction, own: string): readonly RequestLine[] | undefined {
  const { data, accounts } = one;
  const [from = '', to = ''] = accounts;
  const payer = from === own ? [] : [toAccount('from', from)];
  const amount = { is: 'amount', value: String(toUint(data.slice(4, 12))) } as const;
  if (isTransfer(one)) return [toAccount('recipient', to), amount, ...payer];
  if (isCreation(one)) {
    const owner = toAddress(data.slice(20));
    const made = [toAccount('account', to), amount, ...payer, toAccount('owner', owner)];
    return [toProgram(one), toFunction('createAccount'), ...made];
  }
  if (data.length === 36 && kindOf(data) === 1 && accounts.length >= 1)
    return [
      ...[toProgram(one), toFunction('assign'), toAccount('account', from)],
      toAccount('spender', toAddress(data.slice(4))),
    ];
  if (data.length === 4 && kindOf(data) === 4 && accounts.length >= 3)
    return [toProgram(one), toFunction('advanceNonceAccount'), toAccount('account', from)];
  return undefined;
}

/** An instruction of the token programs: its accounts by role, and whether an amount and its decimals follow the kind. */
interface TokenInstruction {
  readonly name: string;
  readonly accounts: readonly string[];
  readonly data?: 'amount' | 'decimals';
}

const tokenInstructions: ReadonlyMap<number, TokenInstruction> = new Map([
  [3, { name: 'transfer', accounts: ['account', 'recipient', 'owner'], data: 'amount' }],
  [4, { name: 'approve', accounts: ['account', 'spender', 'owner'], data: 'amount' }],
  [5, { name: 'revoke', accounts: ['account', 'owner'] }],
  [7, { name: 'mintTo', accounts: ['token', 'recipient', 'authority'], data: 'amount' }],
  [8, { name: 'burn', accounts: ['account', 'token', 'owner'], data: 'amount' }],
  [9, { name: 'closeAccount', accounts: ['account', 'recipient', 'owner'] }],
  [12, { name: 'transferChecked', accounts: ['account', 'token', 'recipient', 'owner'], data: 'decimals' }],
  [13, { name: 'approveChecked', accounts: ['account', 'token', 'spender', 'owner'], data: 'decimals' }],
  [14, { name: 'mintToChecked', accounts: ['token', 'recipient', 'authority'], data: 'decimals' }],
  [15, { name: 'burnChecked', accounts: ['account', 'token', 'owner'], data: 'decimals' }],
  [17, { name: 'syncNative', accounts: ['account'] }],
]);

/** More than a token has, in smallest units. */
const mostTokens = 2n ** 63n;

const tokenLengths = { amount: 9, decimals: 10 };

function readToken(one: Instruction, own: string): readonly RequestLine[] | undefined {
  const { data, accounts } = one;
  if (data[0] === 6) return readSetAuthority(one);
  const known = tokenInstructions.get(data[0] ?? 255);
  const length = known?.data === undefined ? 1 : tokenLengths[known.data];
  if (known === undefined || data.length !== length || accounts.length < known.accounts.length)
    return undefined;
  const roles = known.accounts.map((role, at): readonly [string, string] => [role, accounts[at] ?? '']);
  return [
    toProgram(one),
    toFunction(known.name),
    ...roles.filter(([, address]) => address !== own).map(([role, address]) => toAccount(role, address)),
    ...(known.data === undefined ? [] : [toTokenAmount(data, known.accounts.includes('spender'))]),
  ];
}

/** In whole tokens if the instruction has the decimals, which the program compares with those of the token. */
function toTokenAmount(data: Uint8Array, hasSpender: boolean): RequestLine {
  const amount = toUint(data.slice(1, 9));
  const warning = hasSpender && amount >= mostTokens && ({ warning: 'unlimited' } as const);
  const [decimals] = data.slice(9);
  return decimals === undefined
    ? { is: 'field', name: 'amount, in smallest units', value: String(amount), ...warning }
    : { is: 'field', name: 'amount', value: toDecimal(amount, decimals), ...warning };
}

const authorities = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

function readSetAuthority(one: Instruction): readonly RequestLine[] | undefined {
  const { data, accounts } = one;
  const [, kind = 255, isGiven] = data;
  const authority = authorities[kind];
  const isRead = (isGiven === 0 && data.length === 3) || (isGiven === 1 && data.length === 35);
  if (authority === undefined || !isRead || accounts.length < 2) return undefined;
  return [
    ...[toProgram(one), toFunction(`setAuthority(${authority})`), toAccount('account', accounts[0] ?? '')],
    isGiven === 1
      ? toAccount('spender', toAddress(data.slice(3)))
      : { is: 'field', name: 'authority', value: 'none' },
  ];
}

function readAssociatedToken(one: Instruction): readonly RequestLine[] | undefined {
  const { data, accounts } = one;
  const [kind = 0, ...rest] = data;
  const name = ['create', 'createIdempotent'][kind];
  const [, account = '', owner = '', mint = ''] = accounts;
  if (name === undefined || rest.length > 0 || accounts.length < 6) return undefined;
  const made = [toAccount('account', account), toAccount('owner', owner), toAccount('token', mint)];
  return [toProgram(one), toFunction(name), ...made];
}

function toAddress(key: Uint8Array): string {
  return getBase58Decoder().decode(key);
}
