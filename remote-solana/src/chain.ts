import { type AccountId, addressOf, type Balance, LinkspanError, type Network } from '@linkspan/contract';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  createDefaultRpcTransport,
  createNoopSigner,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  getBase58Decoder,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  isAddress,
  isSolanaError,
  type RpcTransport,
  type Signature,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { type TransactionError, toNetworkError, toTransactionFailure } from './failures.ts';

/** A transfer that a wallet can be asked to sign. */
export interface PreparedTransfer {
  /** Unsigned, version 0, in wire format. */
  readonly transaction: Uint8Array;
  /** The last block that can hold it. */
  readonly lastValidBlockHeight: bigint;
}

/** A transfer of the native coin; `lamports` as decimal digits. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly lamports: string;
}

/** A cluster, as far as a session needs it. All reject with `network/unreachable` and `network/refused`. */
export interface Chain {
  readBalance(account: AccountId<'solana'>): Promise<Balance<'solana'>>;
  /**
   * Builds a transfer, and tries it without a signature before anybody is asked for one. Rejects also with
   * `input/recipient`, `input/amount`, `network/insufficient-funds`.
   */
  prepareTransfer(transfer: Transfer): Promise<PreparedTransfer>;
  /** Hands over a signed transaction; answers its id in base58. Rejects also with `network/expired`. */
  submit(signed: Uint8Array): Promise<string>;
  /** Settles once most of the cluster has voted for it. Rejects with `network/reverted`, `network/expired`. */
  waitForLanding(transaction: string, lastValidBlockHeight: bigint): Promise<void>;
}

const commitment = 'confirmed';
const mostLamports = 2n ** 64n - 1n;
const firstPollMs = 400;
const lastPollMs = 3_000;

/** Bytes in base58, as Solana writes signatures. */
export function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes);
}

/** A network's cluster over its RPC addresses; nothing is asked, and nothing settles, after the signal. */
export function openChain(network: Network<'solana'>, signal: AbortSignal): Chain {
  const { title } = network;
  const rpc = createSolanaRpcFromTransport(toTransport(network.rpc));
  const abort = { abortSignal: signal };

  async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error) => {
      throw toNetworkError(error, title);
    });
  }

  async function simulate(transaction: Base64EncodedWireTransaction): Promise<void> {
    const options = { encoding: 'base64', sigVerify: false, commitment } as const;
    const { value } = await asked(rpc.simulateTransaction(transaction, options).send(abort));
    if (value.err !== null) throw toTransactionFailure(value.err as TransactionError, { network: title });
  }

  /** Whether it has landed; undefined while the cluster has not seen it, or cannot be asked. */
  async function readLanding(transaction: string): Promise<'landed' | 'reverted' | undefined> {
    const { value } = await rpc.getSignatureStatuses([transaction as Signature]).send(abort);
    const [status] = value;
    if (!status || status.confirmationStatus === 'processed') return undefined;
    return status.err === null ? 'landed' : 'reverted';
  }

  async function look(transaction: string, lastValidBlockHeight: bigint) {
    try {
      const height = await rpc.getBlockHeight({ commitment }).send(abort);
      const landing = await readLanding(transaction);
      return landing ?? (height > lastValidBlockHeight ? 'expired' : undefined);
    } catch {
      // The node may be back for the next look.
      return undefined;
    }
  }

  return {
    async readBalance(account) {
      const address = addressOf(account) as Address;
      const { value } = await asked(rpc.getBalance(address, { commitment }).send(abort));
      return { account, amount: String(value), decimals: network.decimals, symbol: network.symbol };
    },
    async prepareTransfer(transfer) {
      assertTransfer(transfer);
      const { value } = await asked(rpc.getLatestBlockhash({ commitment }).send(abort));
      const compiled = compile(transfer, value);
      await simulate(getBase64EncodedWireTransaction(compiled));
      const transaction = new Uint8Array(getTransactionEncoder().encode(compiled));
      return { transaction, lastValidBlockHeight: value.lastValidBlockHeight };
    },
    async submit(signed) {
      const wire = getBase64Decoder().decode(signed) as Base64EncodedWireTransaction;
      const options = { encoding: 'base64', preflightCommitment: commitment } as const;
      try {
        return await rpc.sendTransaction(wire, options).send(abort);
      } catch (cause) {
        const why = cause instanceof Error ? cause.cause : undefined;
        if (isSolanaError(why, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND))
          throw new LinkspanError('network/expired', { network: title }, { cause });
        throw toNetworkError(cause, title);
      }
    },
    async waitForLanding(transaction, lastValidBlockHeight) {
      for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 1.5, lastPollMs)) {
        const landing = await look(transaction, lastValidBlockHeight);
        if (landing === 'landed') return;
        if (landing !== undefined) throw new LinkspanError(`network/${landing}`, { network: title });
        await pause(pollMs, signal);
      }
    },
  };
}

function assertTransfer({ to, lamports }: Transfer): void {
  if (!isAddress(to)) throw new LinkspanError('input/recipient', { value: to });
  const isAmount = /^\d{1,20}$/.test(lamports) && BigInt(lamports) > 0n && BigInt(lamports) <= mostLamports;
  if (!isAmount) throw new LinkspanError('input/amount', { value: lamports });
}

function compile(
  { from, to, lamports }: Transfer,
  lifetime: { readonly blockhash: Blockhash; readonly lastValidBlockHeight: bigint },
) {
  const source = createNoopSigner(from as Address);
  const transfer = { source, destination: to as Address, amount: BigInt(lamports) };
  const empty = createTransactionMessage({ version: 0 });
  const paid = setTransactionMessageFeePayer(source.address, empty);
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid);
  return compileTransaction(appendTransactionMessageInstruction(getTransferSolInstruction(transfer), alive));
}

/** Asks the first address, and the next one where that gives no answer. */
function toTransport([first, ...others]: Network['rpc']): RpcTransport {
  const transports = [first, ...others].map((url) => createDefaultRpcTransport({ url }));
  return (async (request: Parameters<RpcTransport>[0]) => {
    let failure: unknown;
    for (const transport of transports) {
      request.signal?.throwIfAborted();
      try {
        return await transport(request);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }) as RpcTransport;
}

/** Never settles once the signal has aborted. */
function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    const stop = () => clearTimeout(timer);
    signal.addEventListener('abort', stop, { once: true });
  });
}
