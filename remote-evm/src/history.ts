import { codeOf, field, LinkspanError, toList } from '@linkspan/contract';
import type { Call } from '@linkspan/kit/nodes';

/** Asks the nodes of a network. Rejects with `network/…`, and with a node's errors. */
export type Request = (call: Call) => Promise<unknown>;

/** The receipt of a transaction that a block has. */
export interface Receipt {
  /** The transaction's hash, in lower case. */
  readonly hash: string;
  readonly block: number;
  readonly succeeded: boolean;
  readonly logs: readonly Log[];
}

/** A contract's log, in lower case. */
export interface Log {
  /** The hash of the transaction that has written it, if the node says so. */
  readonly transaction: string | undefined;
  readonly address: string;
  /** `0x` and 64 digits each. */
  readonly topics: readonly string[];
  readonly data: string;
}

/** A block by its number or tag. */
export type Height = number | 'latest' | 'finalized';

/** A chain's record of transactions. Rejects with `network/…`. */
export interface History {
  height(): Promise<number>;
  /** How many transactions of an account the chain has, up to a block. */
  countOf(address: string, at: Height): Promise<number>;
  /** Up to which block nothing changes any more. */
  finalHeight(): Promise<number>;
  /** Of a transaction that the chain has. */
  receiptOf(hash: string): Promise<Receipt | undefined>;
  /** Of a transaction that the node shows in a known form, whether it waits or the chain has it. */
  transactionOf(hash: string): Promise<Transaction | undefined>;
  /** Those of a block that have a known form. */
  transactionsIn(block: number): Promise<readonly Transaction[]>;
  /** Whether an address has code, as of a block; undefined if the node does not say. */
  hasCode(address: string, block: number): Promise<boolean | undefined>;
  /** Of a contract, with one of these first topics, in blocks from the first to the last; undefined if the node refuses. */
  logsOf(
    address: string,
    topics: readonly string[],
    [first, last]: readonly [number, number],
  ): Promise<readonly Log[] | undefined>;
  /** How many owners of a Safe have to confirm what it executes; undefined for any other account. */
  thresholdOf(address: string): Promise<number | undefined>;
}

/** For a node without finality: two epochs of Ethereum. */
const finalDepth = 64;

/** The call `getThreshold()` of a Safe, and more owners than one has. */
const getThreshold = '0xe75235b8';
const mostThreshold = 10_000;

/** The first bytes of the code of an account that sends its transactions itself (EIP-7702). */
const delegated = '0xef0100';

/** JSON-RPC 2.0, "Error object". */
const internalError = -32_603;

/** `network` as people call it. */
export function openHistory(request: Request, network: string): History {
  const ask = (method: string, ...params: unknown[]) => request({ method, params });
  const toNumber = (value: unknown) => {
    const count = parseCount(value);
    if (count === undefined) throw new LinkspanError('network/malformed', { network });
    return count;
  };
  const height = async () => toNumber(await ask('eth_blockNumber'));
  /** A node's error is no answer; a node that does not respond may answer later. */
  const unlessRefused = (error: unknown): undefined => {
    if (codeOf(error)?.startsWith('network/')) throw error;
  };

  return {
    height,
    async countOf(address, at) {
      return toNumber(await ask('eth_getTransactionCount', address, toTag(at)));
    },
    async finalHeight() {
      const block = await ask('eth_getBlockByNumber', 'finalized', false).catch(unlessRefused);
      return block == null ? (await height()) - finalDepth : toNumber(field(block, 'number'));
    },
    async receiptOf(hash) {
      const receipt = await ask('eth_getTransactionReceipt', hash);
      if (receipt == null) return undefined;
      const [status, own] = ['status', 'transactionHash'].map((key) => field(receipt, key));
      const isOwn = String(own).toLowerCase() === hash.toLowerCase();
      if (!isOwn || (status !== '0x1' && status !== '0x0'))
        throw new LinkspanError('network/malformed', { network });
      const block = toNumber(field(receipt, 'blockNumber'));
      const logs = (toList(field(receipt, 'logs')) ?? []).flatMap((log) => parseLog(log) ?? []);
      return { hash: hash.toLowerCase(), block, succeeded: status === '0x1', logs };
    },
    async transactionOf(hash) {
      const found = parseTransaction(await ask('eth_getTransactionByHash', hash).catch(unlessRefused));
      return found?.hash === hash.toLowerCase() ? found : undefined;
    },
    async transactionsIn(block) {
      const found = field(await ask('eth_getBlockByNumber', toTag(block), true), 'transactions');
      if (!Array.isArray(found)) throw new LinkspanError('network/malformed', { network });
      return found.flatMap((transaction) => parseTransaction(transaction) ?? []);
    },
    async hasCode(address, block) {
      const code = await ask('eth_getCode', address, toTag(block)).catch((error: unknown) => {
        // A broken node may answer later.
        if (field(error, 'code') === internalError) throw error;
        return unlessRefused(error);
      });
      return typeof code === 'string' && /^0x/.test(code) ? code !== '0x' : undefined;
    },
    async logsOf(address, topics, [first, last]) {
      const filter = { address, topics: [topics], fromBlock: toTag(first), toBlock: toTag(last) };
      // Some nodes write an empty list as `null`.
      const read = ask('eth_getLogs', filter).then((logs) => toList(logs ?? []));
      return (await read.catch(unlessRefused))?.flatMap((log) => parseLog(log) ?? []);
    },
    async thresholdOf(address) {
      const call = { to: address, data: getThreshold };
      const answer = await ask('eth_call', call, 'latest').catch(unlessRefused);
      // An account without code answers with nothing.
      const threshold = toLower(answer)?.length === 66 ? Number(parseQuantity(answer, 64) ?? 0) : 0;
      if (threshold < 1 || threshold > mostThreshold) return undefined;
      const code = toLower(await ask('eth_getCode', address, 'latest').catch(unlessRefused));
      return code && code !== '0x' && !code.startsWith(delegated) ? threshold : undefined;
    },
  };
}

function toTag(height: Height): string {
  return typeof height === 'number' ? `0x${height.toString(16)}` : height;
}

/** A transaction as a node shows it, in a block or by its hash. */
export interface Transaction {
  /** In lower case, like all addresses here. */
  readonly hash: string;
  readonly from: string;
  /** Missing for one that creates a contract. */
  readonly to: string | undefined;
  /** In wei. */
  readonly value: bigint;
  readonly nonce: number;
  /** The block that has it; missing while it waits. */
  readonly block: number | undefined;
  /** As EIP-155 counts it; missing in one that is not bound to a chain. */
  readonly chainId: number | undefined;
  /** `0x` and two digits for each byte. */
  readonly input: string;
  /** Whether it has no input. */
  readonly isPlain: boolean;
  /** Whether it also makes accounts smart ones (EIP-7702). */
  readonly isDelegating: boolean;
}

/** Legacy, EIP-2930, EIP-1559 and EIP-7702: `value` and `input` describe all that these do. */
const knownTypes = ['0x0', '0x1', '0x2', '0x4'];

const hashForm = /^0x[\da-f]{64}$/;
const addressForm = /^0x[\da-f]{40}$/;

/** A transaction, from unknown; undefined for a form or type that this page does not know. */
function parseTransaction(given: unknown): Transaction | undefined {
  const [hash, from, to] = ['hash', 'from', 'to'].map((key) => toLower(field(given, key)));
  const value = parseQuantity(field(given, 'value'), 64);
  const nonce = parseCount(field(given, 'nonce'));
  const input = parseInput(given);
  const type = field(given, 'type');
  if (!hash || !hashForm.test(hash) || !from || !addressForm.test(from)) return undefined;
  if (to === undefined ? field(given, 'to') != null : !addressForm.test(to)) return undefined;
  if (value === undefined || nonce === undefined || input === undefined) return undefined;
  if (!knownTypes.includes(String(type))) return undefined;
  const [chain, block] = [field(given, 'chainId'), field(given, 'blockNumber')];
  const [chainId, number] = [parseCount(chain), parseCount(block)];
  if ((chain != null && chainId === undefined) || (block != null && number === undefined)) return undefined;
  const isPlain = input === '0x';
  const isDelegating = type === '0x4' || field(given, 'authorizationList') != null;
  return { hash, from, to, value, nonce, block: number, chainId, input, isPlain, isDelegating };
}

/** Undefined for another form. */
function parseLog(given: unknown): Log | undefined {
  const names = ['address', 'data', 'transactionHash'];
  const [address, data, transaction] = names.map((name) => toLower(field(given, name)));
  const topics = (toList(field(given, 'topics')) ?? []).flatMap((topic) => toLower(topic) ?? []);
  return address && data ? { transaction, address, topics, data } : undefined;
}

/** A quantity of at most 13 digits. */
function parseCount(value: unknown): number | undefined {
  const count = parseQuantity(value, 13);
  return count === undefined ? undefined : Number(count);
}

/** A number of at most so many hexadecimal digits, as JSON-RPC writes it (EIP-1474, "Quantity"). */
export function parseQuantity(value: unknown, digits: number): bigint | undefined {
  const isQuantity = typeof value === 'string' && /^0x[\da-f]+$/i.test(value) && value.length <= digits + 2;
  return isQuantity ? BigInt(value) : undefined;
}

/** Some nodes write `data` for `input`, or both. */
function parseInput(given: unknown): string | undefined {
  const [input, data] = [toLower(field(given, 'input')), toLower(field(given, 'data'))];
  if (input !== undefined && data !== undefined && input !== data) return undefined;
  const found = input ?? data;
  return found !== undefined && /^0x([\da-f]{2})*$/.test(found) ? found : undefined;
}

function toLower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
