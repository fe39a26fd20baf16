import {
  type AccountId,
  addressOf,
  type Balance,
  type Comparison,
  field,
  LinkspanError,
  type Network,
  networkOf,
  type Port,
  type Quote,
  type SendRequest,
  toList,
  type Unsettled,
} from '@linkspan/contract';
import { type Dialect, openNodes } from '@linkspan/kit/nodes';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, notCompared, toEnded } from '@linkspan/kit/settled';
import { readFields } from '@linkspan/kit/util';
import { fromHexAddress, parseRecipient, toHexAddress } from './address.ts';
import { type HexTransfer, type Reference, toTransaction, type UnsignedTransaction } from './transaction.ts';

/** How long a person may read a prompt; a node's own transactions expire after one minute. */
const promptMs = 600_000;
/** The bytes of a signed transfer, at most. */
const transferBytes = 280n;
/** How long also a node that keeps only recent blocks has a transaction. */
const recentMs = 86_400_000;

/** The transfer that a person asks for. Throws `input/recipient…`, `input/amount`. */
export function parseTransfer({ account, to, amount }: SendRequest): HexTransfer {
  const recipient = toHexAddress(parseRecipient(to));
  // Nodes take a number, which is exact up to nine billion TRX.
  const sun = /^\d{1,16}$/.test(amount) ? Number(amount) : 0;
  if (sun === 0 || !Number.isSafeInteger(sun)) throw new LinkspanError('input/amount', { value: amount });
  return {
    owner_address: toHexAddress(addressOf(account)) ?? '',
    to_address: recipient ?? '',
    amount: sun,
  };
}

/** One network, by the HTTP API of its nodes. All functions reject with `network/…`. */
export function openChain(network: Network<'tron'>, signal: AbortSignal) {
  const { title } = network;
  const nodes = openNodes(network, dialect, signal);

  async function call(method: string, params: object = {}): Promise<unknown> {
    const answer = await nodes.ask({ method, params });
    const error = field(answer, 'error');
    if (error == null) return field(answer, 'result');
    const detail = String(field(error, 'message')).slice(0, 300);
    if (/balance is not sufficient|no owneraccount/i.test(detail))
      throw new LinkspanError('network/insufficient-funds', { network: title });
    throw new LinkspanError('network/refused', { network: title, detail });
  }

  function refuse(what: string): never {
    throw new LinkspanError('network/refused', { network: title, detail: `The node returned no ${what}.` });
  }

  const readAccount = (address: string) => call('wallet/getaccount', { address: toHexAddress(address) });

  return {
    async readBalance(account: AccountId<'tron'>): Promise<Balance<'tron'>> {
      // An account that is not activated has no fields, and one without TRX has no balance.
      const balance = field(await readAccount(addressOf(account)), 'balance') ?? 0;
      const amount = String(balance);
      return /^\d{1,19}$/.test(amount) ? { account, amount } : refuse('balance');
    },
    /** Whether an account is activated. */
    knows: async (address: string) => field(await readAccount(address), 'address') !== undefined,
    /** The values of parameters that the network votes on, in sun. */
    async readParameters(names: readonly string[]): Promise<readonly bigint[]> {
      const list = toList(field(await call('wallet/getchainparameters'), 'chainParameter')) ?? [];
      return names.map((name) => {
        const value = field(
          list.find((one) => field(one, 'key') === name),
          'value',
        );
        return isCount(value) ? BigInt(value) : refuse(name);
      });
    },
    /** A transaction that the page has built; a node names a recent block alone, and refuses what would fail. */
    async build(transfer: HexTransfer): Promise<UnsignedTransaction> {
      const raw = field(await call('wallet/createtransaction', transfer), 'raw_data');
      const reference = parseReference(raw) ?? refuse('block');
      return toTransaction(transfer, { ...reference, expiration: reference.timestamp + promptMs });
    },
    async broadcast(transaction: UnsignedTransaction & { readonly signature: readonly string[] }) {
      const answer = await call('wallet/broadcasttransaction', transaction);
      const code = field(answer, 'code');
      if (field(answer, 'result') === true || code === 'DUP_TRANSACTION_ERROR') return;
      throw new LinkspanError('network/refused', { network: title, detail: String(code) });
    },
    /** The time of the last block that no reorganization can undo. */
    async readFinalTime(): Promise<number> {
      const block = await call('walletsolidity/getnowblock');
      const time = field(field(field(block, 'block_header'), 'raw_data'), 'timestamp');
      return isCount(time) ? time : refuse('time');
    },
    /** A transaction in a block; undefined if there is none. */
    async readTransaction(value: string) {
      const read = async (api: string) => {
        const info = await call(`${api}/gettransactioninfobyid`, { value });
        return field(info, 'id') === value ? info : undefined;
      };
      const final = await read('walletsolidity');
      const info = final ?? (await read('wallet'));
      if (info === undefined) return undefined;
      const body = await call('wallet/gettransactionbyid', { value });
      const succeeded = field(info, 'result') !== 'FAILED';
      return { body, succeeded, isFinal: final !== undefined };
    },
  };
}

export type Chain = ReturnType<typeof openChain>;

/** The HTTP API of java-tron: an address for each method, and an answer or an `Error`. */
const dialect: Dialect = {
  identity: { method: 'wallet/getblockbynum', params: { num: 0 } },
  isOf: (block, { id }) => id === `tron:0x${String(field(block, 'blockID')).slice(-8)}`,
  isAnswer(answer) {
    const error = field(answer, 'error');
    return error == null || /validate/i.test(String(field(error, 'message')));
  },
  isAbsence: (answer, { method }) =>
    method.endsWith('/gettransactioninfobyid') && field(field(answer, 'result'), 'id') === undefined,
  toText: (call) => JSON.stringify(field(call, 'params')),
  parse(text) {
    // A number of more than 15 digits may be too large to be exact.
    const value: unknown = JSON.parse(text.replace(/(":\s*)(\d{16,})(?=\s*[,}])/g, '$1"$2"'));
    const message = field(value, 'Error');
    return message === undefined ? { result: value } : { error: { message } };
  },
  toUrl: (node, method) => `${node.replace(/\/$/, '')}/${method}`,
};

/** The fee without any bandwidth of the sender's, and whether the network knows the recipient. */
export async function quote(request: SendRequest, { networks, signal }: Port<'tron'>): Promise<Quote> {
  parseTransfer(request);
  const address = request.to;
  const chain = openChain(findNetwork(networks, networkOf(request.account), ''), signal);
  const names = ['getTransactionFee', 'getCreateAccountFee', 'getCreateNewAccountFeeInSystemContract'];
  const [isKnown, [byte = 0n, ...activation]] = await Promise.all([
    chain.knows(address),
    chain.readParameters(names),
  ]);
  const fee = activation.reduce((sum, one) => sum + (isKnown ? 0n : one), byte * transferBytes);
  return { fee: String(fee), recipient: isKnown ? { address } : { address, is: 'new' } };
}

/** A note from before a prompt: the page has built the transaction, so it knows the id. */
export function writeNote({ txID, raw_data }: UnsignedTransaction): string {
  return JSON.stringify({ transaction: txID, expiration: raw_data.expiration });
}

/** Looks up the outcome of a send once, by the id of its note. Rejects with `network/…`. */
export const settle: SettleSend<'tron'> = async (send, { networks, signal }) => {
  const [noted, expiration] = readFields(send.note, ['transaction', 'expiration']);
  const transaction = send.transaction ?? noted;
  if (typeof transaction !== 'string' || send.others.includes(transaction)) return { state: 'unknown' };
  const chain = openChain(findNetwork(networks, networkOf(send.from), ''), signal);
  // The time first: what the chain lacks then, it lacks up to that time.
  const finalTime = await chain.readFinalTime();
  const found = await chain.readTransaction(transaction);
  if (found !== undefined) {
    const { body, ...outcome } = found;
    return toEnded(send, { transaction, ...outcome, comparison: compare(send, body) });
  }
  const since = noted === transaction && typeof expiration === 'number' ? finalTime - expiration : 0;
  if (since > 0 && since < recentMs) return { state: 'expired' };
  return send.transaction === undefined ? { state: 'unknown' } : { state: 'sent', transaction };
};

function compare({ from, to, amount }: Unsettled, body: unknown): Comparison {
  const contracts = toList(field(field(body, 'raw_data'), 'contract')) ?? [];
  const [only] = contracts;
  const value = field(field(only, 'parameter'), 'value');
  const parties = [field(value, 'owner_address'), field(value, 'to_address')];
  const [owner, recipient] = parties.map((hex) => (isHexAddress(hex) ? fromHexAddress(hex) : undefined));
  if (owner === undefined || recipient === undefined || contracts.length !== 1)
    return notCompared('unreadable');
  if (field(only, 'type') !== 'TransferContract') return notCompared('contract');
  const moved = { from: owner, to: recipient, amount: String(field(value, 'amount')) };
  return compareMoved([moved], { from: addressOf(from), to, amount });
}

function parseReference(raw: unknown): Reference | undefined {
  const [bytes, hash, timestamp, expiration] = [
    'ref_block_bytes',
    'ref_block_hash',
    'timestamp',
    'expiration',
  ].map((name) => field(raw, name));
  if (typeof bytes !== 'string' || typeof hash !== 'string') return undefined;
  if (!/^[\da-f]{4}$/.test(bytes) || !/^[\da-f]{16}$/.test(hash)) return undefined;
  if (!isCount(timestamp) || !isCount(expiration)) return undefined;
  return { ref_block_bytes: bytes, ref_block_hash: hash, timestamp, expiration };
}

function isHexAddress(value: unknown): value is string {
  return typeof value === 'string' && /^41[\da-f]{40}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
