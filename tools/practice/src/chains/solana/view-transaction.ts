import { base58, base64 } from '@scure/base';
import type { LandedTransaction } from './cluster.ts';

/** How a transaction can be written. */
export const transactionEncodings = ['json', 'jsonParsed', 'base58', 'base64'] as const;

type Encoding = (typeof transactionEncodings)[number];
type Message = LandedTransaction['message'];

const systemProgram = '11111111111111111111111111111111';
/** The number of the system program's transfer, before eight bytes of lamports. */
const transferNumber = 2;

/** Shows a transaction that landed, in the form of Solana's RPC. */
export function viewTransaction(landed: LandedTransaction, encoding: Encoding) {
  const { slot, blockTime, message } = landed;
  return {
    slot,
    blockTime,
    meta: toMeta(landed),
    transaction: write(landed, encoding),
    version: message.version,
  };
}

function toMeta({ err, logs, preBalances, postBalances, unitsConsumed, message }: LandedTransaction) {
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: toFee(preBalances, postBalances),
    preBalances,
    postBalances,
    innerInstructions: [],
    logMessages: logs,
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    computeUnitsConsumed: unitsConsumed,
    ...(message.version === 0 && { loadedAddresses: { writable: [], readonly: [] } }),
  };
}

// The fee is all that leaves the accounts of a transaction, unless it also pays one from a lookup table.
function toFee(before: readonly number[], after: readonly number[]): number {
  const sum = (balances: readonly number[]) => balances.reduce((total, one) => total + one, 0);
  return sum(before) - sum(after);
}

function write({ bytes, transaction, message }: LandedTransaction, encoding: Encoding) {
  if (encoding === 'base58') return [base58.encode(bytes), 'base58'];
  if (encoding === 'base64') return [base64.encode(bytes), 'base64'];
  const signatures = Object.values(transaction.signatures).map((one) =>
    base58.encode(one ?? new Uint8Array(64)),
  );
  return { signatures, message: encoding === 'json' ? toMessageView(message) : toParsedView(message) };
}

function toMessageView(message: Message) {
  const { header, staticAccounts, lifetimeToken, instructions } = message;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    recentBlockhash: lifetimeToken,
    instructions: instructions.map((one) => ({
      programIdIndex: one.programAddressIndex,
      accounts: one.accountIndices ?? [],
      data: base58.encode(new Uint8Array(one.data ?? [])),
      stackHeight: null,
    })),
    ...(message.version === 0 && { addressTableLookups: message.addressTableLookups ?? [] }),
  };
}

/** In `jsonParsed`: addresses for indices, and the transfers of the system program in words. */
function toParsedView({ header, staticAccounts, lifetimeToken, instructions }: Message) {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  const firstReadonly = staticAccounts.length - numReadonlyNonSignerAccounts;
  return {
    accountKeys: staticAccounts.map((pubkey, at) => {
      const signer = at < numSignerAccounts;
      const writable = signer ? at < numSignerAccounts - numReadonlySignerAccounts : at < firstReadonly;
      return { pubkey, signer, writable, source: 'transaction' };
    }),
    recentBlockhash: lifetimeToken,
    instructions: instructions.map((one) => toParsedInstruction(one, staticAccounts)),
  };
}

function toParsedInstruction(
  { programAddressIndex, accountIndices = [], data = new Uint8Array() }: Message['instructions'][number],
  addresses: readonly string[],
) {
  const programId = addresses[programAddressIndex];
  const accounts = accountIndices.map((at) => addresses[at]);
  const bytes = new Uint8Array(data);
  const view = new DataView(bytes.buffer);
  if (programId !== systemProgram || bytes.length !== 12 || view.getUint32(0, true) !== transferNumber)
    return { programId, accounts, data: base58.encode(bytes), stackHeight: null };
  const [source, destination] = accounts;
  const info = { source, destination, lamports: Number(view.getBigUint64(4, true)) };
  return { program: 'system', programId, parsed: { type: 'transfer', info }, stackHeight: null };
}
