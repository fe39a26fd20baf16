import {
  type Answer,
  field,
  LinkspanError,
  list,
  networkOf,
  type RequestLine,
  type SendOptions,
  type Sent,
  type Settled,
  toList,
} from '@linkspan/contract';
import { json, toPerson } from '@linkspan/kit/readers';
import { keccak256, numberToHex, stringToHex } from 'viem';
import { awaitedBy, type Note, openChain, writeNote } from '../chain.ts';
import { toChainId } from '../provider.ts';
import { submit } from '../send.ts';
import { type Asked, askPerson, checkGranted, type InUse, type Reading } from './asked.ts';
import { toCallLines } from './call-lines.ts';
import { type Call, parseCalls, parseTransaction } from './call-params.ts';
import { toFind } from './claimed.ts';
import { openFacts } from './facts.ts';
import { readFee, toFeeLines } from './fee-lines.ts';
import type { Line } from './meaning.ts';
import { judgeTokens } from './tokens.ts';

/** EIP-1474, with the account and the chain. */
export async function readTransaction(asked: Asked): Promise<Reading> {
  const [given] = list(json, 1)(asked.params, 'params');
  const { from, chainId = asked.network, call, rest, isMore } = parseTransaction(given, 'params[0]');
  const { network, ...own } = checkGranted(asked, { address: from, can: !isMore, network: chainId });
  const { wallet, account, caller } = own;
  const transaction = {
    ...rest,
    ...toWritten(call),
    from: own.address,
    chainId: numberToHex(toChainId(chainId)),
  };
  const sender = { wallet, chain: openChain(network, asked.port.signal), isSafe: caller.isSafe };
  const answer = async (options: SendOptions): Promise<Answer> => {
    const ask = (before: () => void) => askPerson(asked, own, { params: [transaction], network, before });
    const data = call.data === '0x' ? undefined : keccak256(call.data);
    const { sent, isBySafe } = await submit(sender, { account, data, ask }, options);
    return { ...(!isBySafe && { value: sent.transaction }), sent };
  };
  const { to = '', value } = call;
  const facts = openFacts(network, asked.port.signal);
  const [called, others, fee] = await Promise.all([
    judgeTokens(toCallLines(call, own.address, toFind(asked.abi)), own.address, facts),
    toFeeLines(rest, own.address, facts),
    readFee(rest, { ...toWritten(call), from: own.address }, facts),
  ]);
  const lines = [...called, ...others];
  const intent = { asksFor: 'transaction', moves: { to, amount: String(value) }, lines } as const;
  return { ...toPerson(asked, own, intent, answer), ...(fee !== undefined && { quote: { fee } }) };
}

function toWritten({ to, value, data }: Call) {
  return {
    ...(to && { to }),
    ...(value > 0n && { value: numberToHex(value) }),
    ...(data !== '0x' && { data }),
  };
}

/** EIP-5792. */
export async function readCalls(asked: Asked): Promise<Reading> {
  const [given] = list(json, 1)(asked.params, 'params');
  const { from, chains, calls, version, rest } = parseCalls(given, 'params[0]');
  const checkOn = (id: string) => checkGranted(asked, { address: from, network: id });
  const [{ network, ...own } = checkOn(asked.network)] = chains.map(checkOn);
  const { wallet, address: sender, caller } = own;
  const chainId = numberToHex(toChainId(network.id));
  const written = calls.map(({ capabilities, ...call }) => ({
    ...toWritten(call),
    ...(capabilities && { capabilities }),
  }));
  const request = { ...rest, version, from: sender, chainId, calls: written };
  const answer = async ({ noted }: SendOptions): Promise<Answer> => {
    const note = await openChain(network, asked.port.signal).takeNote(sender, { by: 'calls' });
    const before = () => noted(note);
    const answered = await askPerson(asked, own, { params: [request], network, before });
    const id = typeof answered === 'string' ? answered : field(answered, 'id');
    if (typeof id !== 'string' || id === '')
      throw new LinkspanError('wallet/malformed', { wallet, place: 'id' });
    const toNote = (more: Partial<Note>): Note => ({ ...JSON.parse(note), ...more });
    const learned = (more: Partial<Note>) => noted(writeNote(toNote(more)));
    // The contract's ids are shorter than one of EIP-5792 may be.
    const transaction = id.length > mostId ? keccak256(stringToHex(id)) : id;
    const sent = { transaction, ...awaitedBy(toNote(caller.isSafe ? { by: 'safe' } : {})) };
    return {
      value: version === '1.0' ? id : { id },
      sent,
      look: () => lookUpCalls(own, { id, sent, learned }),
    };
  };
  const [only, ...others] = calls;
  const to = others.length === 0 ? (only?.to ?? '') : '';
  const amount = String(calls.reduce((sum, { value }) => sum + value, 0n));
  const find = toFind(asked.abi);
  const { capabilities: wishes, ...named } = rest;
  const said = [
    ...calls.flatMap(({ capabilities, ...call }, index): readonly Line[] => [
      { is: 'call', value: String(index + 1) },
      ...toCallLines(call, sender, find),
      ...toCapabilityLines(capabilities),
    ]),
    ...toCapabilityLines(wishes),
    ...Object.entries(named).map(([name, given]) => ({ is: 'field', name, value: String(given) }) as const),
  ];
  const facts = openFacts(network, asked.port.signal);
  const hasWishes = wishes !== undefined || calls.some(({ capabilities }) => capabilities);
  const [lines, fees] = await Promise.all([
    judgeTokens(said, sender, facts),
    // A wish may be that another pays them.
    hasWishes || calls.length > mostEstimated
      ? []
      : Promise.all(calls.map((call) => readFee({}, { ...toWritten(call), from: sender }, facts))),
  ]);
  const fee = sumOf(fees);
  const intent = { asksFor: 'transaction', moves: { to, amount }, lines } as const;
  return { ...toPerson(asked, own, intent, answer), ...(fee !== undefined && { quote: { fee } }) };
}

/** More calls are not estimated: a node is not asked without end. */
const mostEstimated = 10;

/** Undefined if one is not known: a call may need what those before it do. */
function sumOf(fees: readonly (string | undefined)[]): string | undefined {
  if (fees.length === 0 || fees.includes(undefined)) return undefined;
  return String(fees.reduce((sum, fee = '') => sum + BigInt(fee), 0n));
}

/** The longest id of a transaction in the contract. */
const mostId = 200;

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
  readonly sent: Sent;
  /** Notes how they ended, for `settle`, which asks no wallet. */
  learned(more: Pick<Note, 'transaction' | 'outcome'>): void;
}

/**
 * What has become of several calls, as the wallet says (EIP-5792, "Status Codes"; version 1.0 has words).
 */
async function lookUpCalls({ caller, account }: InUse, { id, sent, learned }: SentCalls): Promise<Settled> {
  const { transaction } = sent;
  const answer = await caller.read({ method: 'wallet_getCallsStatus', params: [id] });
  const status = field(answer, 'status');
  const receipts = toList(field(answer, 'receipts')) ?? [];
  const reverted = receipts.find((one) => field(one, 'status') === '0x0');
  if (failedStatuses.includes(status) || (status === 'CONFIRMED' && reverted !== undefined)) {
    const hash = toHash(reverted);
    learned({ outcome: 'failed', ...(hash && { transaction: hash }) });
    const failure = { code: 'network/reverted', context: { network: networkOf(account) } };
    return { state: 'failed', transaction, failure, isFinal: receipts.length === 0 };
  }
  const by = toHash(receipts.at(-1));
  if ((status !== 200 && status !== 'CONFIRMED') || by === undefined) return { state: 'sent', ...sent };
  learned({ transaction: by });
  return { state: 'landed', transaction, by, isFinal: false };
}

function toHash(receipt: unknown): string | undefined {
  const hash = String(field(receipt, 'transactionHash')).toLowerCase();
  return /^0x[\da-f]{64}$/.test(hash) ? hash : undefined;
}

/** Not included in the chain and not tried again, reverted, and reverted in part. */
const failedStatuses: readonly unknown[] = [400, 500, 600];
