import {
  type AccountId,
  addressOf,
  type Balance,
  LinkspanError,
  type Network,
  type SendIntent,
} from '@linkspan/contract';
import { pollUntil } from '@linkspan/kit/poll-until';
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit';
import { type TransactionError, toNetworkError, toTransactionFailure } from './failures.ts';
import { assertTransfer, compileTransfer } from './own/transfer.ts';
import { toTransport } from './own/transport.ts';

/** A transfer that a wallet can be asked to sign. */
export interface Transfer {
  /** Unsigned, version 0, in wire format. */
  readonly transaction: Uint8Array;
  /** The last block that can hold it. */
  readonly lastValidBlockHeight: bigint;
}

/** One network, as far as a connection needs it. Rejects with `network/unreachable`, `network/refused`. */
export interface Chain {
  readonly network: Network<'solana'>;
  /** In lamports. */
  readBalance(account: AccountId<'solana'>): Promise<Balance<'solana'>>;
  /**
   * Builds a transfer, and tries it without a signature before anybody is asked for one. Rejects also with
   * `input/recipient`, `input/amount`, `network/insufficient-funds`.
   */
  prepareTransfer(intent: SendIntent): Promise<Transfer>;
  /** Hands over a signed transaction; answers its id in base58. Rejects also with `network/expired`. */
  submit(signed: Uint8Array): Promise<string>;
  /** Settles once most of the cluster has voted for it. Rejects with `network/reverted`, `network/expired`. */
  waitForLanding(transaction: string, lastValidBlockHeight: bigint): Promise<void>;
}

const commitment = 'confirmed';
const firstPauseMs = 400;
const longestPauseMs = 3_000;

/** Opens a network by its RPC addresses, until the signal aborts; what still waits then never settles. */
export function openChain(network: Network<'solana'>, signal: AbortSignal): Chain {
  const { title, decimals, symbol } = network;
  const rpc = createSolanaRpcFromTransport(toTransport(network));
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

  /** How it ended; undefined while most of the cluster has not seen it. */
  async function readLanding(transaction: string, lastValidBlockHeight: bigint) {
    const height = await rpc.getBlockHeight({ commitment }).send(abort);
    const { value } = await rpc.getSignatureStatuses([transaction as Signature]).send(abort);
    const [status] = value;
    if (status && status.confirmationStatus !== 'processed')
      return status.err === null ? 'landed' : 'reverted';
    return height > lastValidBlockHeight && !status ? 'expired' : undefined;
  }

  return {
    network,
    async readBalance(account) {
      const address = addressOf(account) as Address;
      const { value } = await asked(rpc.getBalance(address, { commitment }).send(abort));
      return { account, amount: String(value), decimals, symbol };
    },
    async prepareTransfer(intent) {
      assertTransfer(intent);
      const { value } = await asked(rpc.getLatestBlockhash({ commitment }).send(abort));
      const compiled = compileTransfer(intent, value);
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
      // A network that does not answer says nothing about the transaction.
      const look = () => readLanding(transaction, lastValidBlockHeight).catch(() => undefined);
      const landing = await pollUntil(look, { firstMs: firstPauseMs, mostMs: longestPauseMs, signal });
      if (landing !== 'landed') throw new LinkspanError(`network/${landing}`, { network: title });
    },
  };
}
