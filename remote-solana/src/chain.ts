import {
  type AccountId,
  addressOf,
  type Balance,
  field,
  LinkspanError,
  type Network,
  type SendIntent,
} from '@linkspan/contract';
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit';
import { type TransactionError, toNetworkError, toTransactionFailure } from './failures.ts';
import { parseNote, writeNote } from './own/note.ts';
import { assertTransfer, compileTransfer } from './own/transfer.ts';
import { toTransport } from './own/transport.ts';
import type { TransactionVersion } from './provider.ts';

/** A transfer that a wallet can be asked to sign. */
export interface Transfer {
  /** Unsigned, version 0, in wire format. */
  readonly transaction: Uint8Array;
  /** Within which blocks it can land, for `settle`. */
  readonly note: string;
}

/** One network, as far as a connection needs it. Rejects as its nodes do, or with `network/refused`. */
export interface Chain {
  readonly network: Network<'solana'>;
  /** In lamports. */
  readBalance(account: AccountId<'solana'>): Promise<Balance<'solana'>>;
  /**
   * Builds a transfer, and tries it without a signature before anybody is asked for one. Rejects also with
   * `input/recipient`, `input/amount`, `network/insufficient-funds`.
   */
  prepareTransfer(intent: SendIntent, version?: TransactionVersion): Promise<Transfer>;
  /** A note with the last block that can hold what the wallet has signed by now, with whatever blockhash. */
  completeNote(note: string): Promise<string>;
  /** Hands over a signed transaction; answers its id in base58. Rejects also with `network/expired`. */
  submit(signed: Uint8Array): Promise<string>;
}

const commitment = 'confirmed';

/** Opens a network by its RPC addresses, until the signal aborts. */
export function openChain(network: Network<'solana'>, signal: AbortSignal): Chain {
  const { title, decimals, symbol } = network;
  const rpc = createSolanaRpcFromTransport(toTransport(network, signal));
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

  return {
    network,
    async readBalance(account) {
      const address = addressOf(account) as Address;
      const { value } = await asked(rpc.getBalance(address, { commitment }).send(abort));
      return { account, amount: String(value), decimals, symbol };
    },
    async prepareTransfer(intent, version) {
      assertTransfer(intent);
      const { context, value } = await asked(rpc.getLatestBlockhash({ commitment }).send(abort));
      const compiled = compileTransfer(intent, value, version);
      await simulate(getBase64EncodedWireTransaction(compiled));
      const transaction = new Uint8Array(getTransactionEncoder().encode(compiled));
      const { blockhash, lastValidBlockHeight } = value;
      const note = writeNote({
        slot: Number(context.slot),
        blockhash,
        lastHeight: Number(lastValidBlockHeight),
      });
      return { transaction, note };
    },
    async completeNote(text) {
      // The newest there is, since a wallet may have had it.
      const newest = { commitment: 'processed' } as const;
      const { value } = await asked(rpc.getLatestBlockhash(newest).send(abort));
      const note = parseNote(text);
      return note === undefined ? text : writeNote({ ...note, answered: Number(value.lastValidBlockHeight) });
    },
    async submit(signed) {
      const wire = getBase64Decoder().decode(signed) as Base64EncodedWireTransaction;
      const options = { encoding: 'base64', preflightCommitment: commitment } as const;
      try {
        return await rpc.sendTransaction(wire, options).send(abort);
      } catch (cause) {
        const why = field(cause, 'cause');
        if (isSolanaError(why, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND))
          throw new LinkspanError('network/expired', { network: title }, { cause });
        throw toNetworkError(cause, title);
      }
    },
  };
}
