import type { Network, RequestLine } from '@linkspan/contract';
import { toDataLine, toMessageLines } from '@linkspan/kit/lines';
import { isAddress } from '../accounts.ts';
import { maxFeeLamports, priorityFeeLamports } from '../chain.ts';
import {
  feeOf,
  type Instruction,
  instructionsOf,
  isBudget,
  type Message,
  toCoins,
  toUint,
  transferOf,
} from '../compare-signed.ts';
import { type Known, readByLayout, toAccount } from './layout.ts';
import { type Program, programNames, programs } from './programs.ts';

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
  /** The most lamports that it pays as a fee. */
  readonly fee: bigint;
}

/** Reads a transaction of `network`'s cluster for the account in use. */
export function readTransaction(message: Message, known: Known, network: Network<'solana'>): Read {
  const all = instructionsOf(message);
  const others = all.filter((one) => !isBudget(one));
  const calls = others.length > 0 ? others : all;
  const parts = calls.map((one) => readInstruction(one, known));
  const amount = parts.reduce((sum, { paid }) => sum + paid, 0n);
  const [only, ...more] = calls;
  const [payer = ''] = message.staticAccounts;
  const fee = payer === known.own ? feeOf(all, message.header.numSignerAccounts) : 0n;
  const recipient = only && transferOf(only)?.to;
  const to = recipient !== undefined && isAddress(recipient) ? recipient : only?.program;
  const isOne = more.length === 0;
  return {
    parts: parts.map(({ lines }) => lines),
    lines: [
      ...(payer === known.own ? [] : [toAccount('feePayer', payer, known)]),
      ...toFeeLines(fee, network),
    ],
    to: (isOne && to) || '',
    isTransfer: isOne && to === recipient && amount > 0n,
    amount,
    fee,
  };
}

/** Any lower fee is one that wallets add themselves. */
function toFeeLines(fee: bigint, network: Network<'solana'>): readonly RequestLine[] {
  if (fee <= priorityFeeLamports) return [];
  const warning = fee > maxFeeLamports && ({ warning: 'fee' } as const);
  return [{ is: 'field', name: 'fee', value: toCoins(fee, network), ...warning }];
}

/** An instruction's lines, and the lamports that the account pays by it. */
interface ReadInstruction {
  readonly lines: readonly RequestLine[];
  readonly paid: bigint;
}

const memos = [
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
];

function readInstruction(one: Instruction, known: Known): ReadInstruction {
  const { program: address, data } = one;
  if (memos.includes(address)) return { lines: toMessageLines(data), paid: 0n };
  const program = programs.get(address);
  const name = program?.name ?? programNames.get(address);
  const called = { is: 'contract', ...(name !== undefined && { name }), value: address } as const;
  const read = program && readKnown(one, program, known);
  if (read !== undefined) {
    const { layout, lines, rest, paid } = read;
    const head = transferOf(one) ? [] : [called, { is: 'function', value: layout.name } as const];
    return { lines: [...head, ...lines, ...toData(rest)], paid };
  }
  const warning = program && ({ warning: 'unread' } as const);
  const [unread] = toData(data);
  if (unread === undefined) return { lines: [{ ...called, ...warning }], paid: 0n };
  return { lines: [called, { ...unread, ...warning }], paid: 0n };
}

function toData(data: Uint8Array): readonly RequestLine[] {
  return data.length > 0 ? [toDataLine(data)] : [];
}

function readKnown(one: Instruction, { kindBytes, layouts, usual }: Program, known: Known) {
  const { data, accounts } = one;
  const kind = data.length < kindBytes ? usual : Number(toUint(data.slice(0, kindBytes)));
  const layout = layouts.get(kind ?? -1);
  if (layout === undefined) return undefined;
  const read = readByLayout(one, layout, { ...known, at: Math.min(kindBytes, data.length) });
  if (read === undefined) return undefined;
  const isPayer = accounts[layout.accounts.indexOf('from')] === known.own;
  const amounts = read.lines.filter(({ is }) => isPayer && is === 'amount');
  return { ...read, layout, paid: amounts.reduce((sum, { value }) => sum + BigInt(value), 0n) };
}
