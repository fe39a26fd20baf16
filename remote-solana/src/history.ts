import { codeOf, field, type Network } from '@linkspan/contract';
import { createSolanaRpcFromTransport, type Signature } from '@solana/kit';
import { toTransport } from './chain.ts';

/** The status of a transaction in the cluster: `isFinal` once nothing can undo it. */
export interface Status {
  /** The slot whose block has it. */
  readonly slot: number;
  readonly succeeded: boolean;
  readonly isFinal: boolean;
}

/** A block up to which nothing changes any more: its height counts blocks, its slot also skipped ones. */
export interface Final {
  readonly height: number;
  readonly slot: number;
}

/** A cluster's record of transactions. Rejects as its nodes do. */
export interface History {
  /** The block up to which nothing changes any more. */
  readFinal(): Promise<Final>;
  /** Whether the node still has the blocks from a slot on. */
  reachesBack(slot: number): Promise<boolean>;
  /**
   * `waiting` while most of the cluster has not voted for it, and if the node is behind `final`; undefined if it is not known
   * at all.
   */
  statusOf(signature: string, final: Final): Promise<Status | 'waiting' | undefined>;
  /** The node's `jsonParsed` of a transaction that the cluster has voted for; undefined if it refuses. */
  transactionOf(signature: string): Promise<unknown>;
  /** The same in wire format, as base64. */
  wireOf(signature: string): Promise<unknown>;
}

export function openHistory(network: Network<'solana'>, signal: AbortSignal): History {
  const rpc = createSolanaRpcFromTransport(toTransport(network, signal));
  const abort = { abortSignal: signal };

  async function readTransaction(signature: string, encoding: 'jsonParsed' | 'base64'): Promise<unknown> {
    const options = { commitment: 'confirmed', encoding, maxSupportedTransactionVersion: 0 } as const;
    return rpc
      .getTransaction(signature as Signature, options as typeof options & { readonly encoding: 'jsonParsed' })
      .send(abort)
      .catch((error: unknown) => {
        // A node that refuses does not show it; one that does not answer may show it later.
        if (signal.aborted || codeOf(error) !== undefined) throw error;
      });
  }

  return {
    async readFinal() {
      const { blockHeight, absoluteSlot } = await rpc.getEpochInfo({ commitment: 'finalized' }).send(abort);
      return { height: Number(blockHeight), slot: Number(absoluteSlot) };
    },
    reachesBack: async (slot) => Number(await rpc.getFirstAvailableBlock().send(abort)) <= slot,
    async statusOf(signature, final) {
      const options = { searchTransactionHistory: true } as const;
      const { context, value } = await rpc
        .getSignatureStatuses([signature as Signature], options)
        .send(abort);
      const [status] = value;
      if (!status) return Number(context.slot) < final.slot ? 'waiting' : undefined;
      if (status.confirmationStatus === 'processed') return 'waiting';
      return {
        slot: Number(status.slot),
        succeeded: status.err === null,
        isFinal: status.confirmationStatus === 'finalized',
      };
    },
    transactionOf: (signature) => readTransaction(signature, 'jsonParsed'),
    async wireOf(signature) {
      const shown = await readTransaction(signature, 'base64');
      return field(field(shown, 'transaction'), '0');
    },
  };
}
