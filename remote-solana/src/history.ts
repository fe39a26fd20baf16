import { addressOf, type Comparison, codeOf, type Network, type Unsettled } from '@linkspan/contract';
import { type Address, createSolanaRpcFromTransport, type Signature } from '@solana/kit';
import type { Note } from './chain.ts';
import { compareLanded, type Landed, parseLanded } from './compare.ts';
import { toTransport } from './nodes.ts';

/** How a transaction stands with the cluster: `isFinal` once nothing can undo it. */
export interface Standing {
  readonly signature: string;
  readonly succeeded: boolean;
  readonly isFinal: boolean;
}

/** A block up to which nothing changes any more: its height counts blocks, its slot also what was left out. */
export interface Final {
  readonly height: number;
  readonly slot: number;
}

/** What a cluster keeps of transactions. Rejects as its nodes do. */
export interface History {
  /** The block up to which nothing changes any more. */
  readFinal(): Promise<Final>;
  /** Whether the node still has the blocks from a slot on. */
  reachesBack(slot: number): Promise<boolean>;
  /**
   * `waiting` while most of the cluster has not voted for it, and where the node is behind `final`; undefined where it is
   * not known at all.
   */
  standingOf(signature: string, final: Final): Promise<Standing | 'waiting' | undefined>;
  /** What a transaction that the cluster has voted for did, compared with what was asked. */
  compare(signature: string, send: Unsettled<'solana'>): Promise<Comparison>;
  /** The transaction of a send's account since then that has done the same transfer, as it was asked for. */
  findTransfer(send: Unsettled<'solana'>, note: Note): Promise<Standing | undefined>;
}

const commitment = 'confirmed';
const mostListed = 1_000;
const mostLooked = 50;

export function openHistory(network: Network<'solana'>, signal: AbortSignal): History {
  const rpc = createSolanaRpcFromTransport(toTransport(network, signal));
  const abort = { abortSignal: signal };

  /** Undefined where the node does not show it whole; one that does not answer may show it later. */
  async function read(signature: Signature): Promise<Landed | undefined> {
    const options = { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
    const found = await rpc
      .getTransaction(signature, options)
      .send(abort)
      .catch((error: unknown) => {
        if (abort.abortSignal.aborted || codeOf(error) !== undefined) throw error;
      });
    return parseLanded(found, signature);
  }

  async function isTransfer(signature: Signature, send: Unsettled<'solana'>, note: Note): Promise<boolean> {
    const landed = await read(signature);
    if (!landed?.succeeded || compareLanded(landed, send).result !== 'as-asked') return false;
    const isOnItsBlock = landed.wire.blockhash === note.blockhash;
    // What was sent to itself has moved nothing by which it could be told.
    if (addressOf(send.from) === send.to) return isOnItsBlock;
    // A wallet may have put a newer block in: what was sent before has an older one, or landed by the note's slot.
    return isOnItsBlock || landed.slot > note.slot;
  }

  return {
    async readFinal() {
      const { blockHeight, absoluteSlot } = await rpc.getEpochInfo({ commitment: 'finalized' }).send(abort);
      return { height: Number(blockHeight), slot: Number(absoluteSlot) };
    },
    reachesBack: async (slot) => Number(await rpc.getFirstAvailableBlock().send(abort)) <= slot,
    async standingOf(signature, final) {
      const options = { searchTransactionHistory: true } as const;
      const { context, value } = await rpc
        .getSignatureStatuses([signature as Signature], options)
        .send(abort);
      const [status] = value;
      if (!status) return Number(context.slot) < final.slot ? 'waiting' : undefined;
      if (status.confirmationStatus === 'processed') return 'waiting';
      const isFinal = status.confirmationStatus === 'finalized';
      return { signature, succeeded: status.err === null, isFinal };
    },
    compare: async (signature, send) => compareLanded(await read(signature as Signature), send),
    async findTransfer(send, note) {
      const options = { commitment, limit: mostListed } as const;
      const listed = await rpc.getSignaturesForAddress(addressOf(send.from) as Address, options).send(abort);
      const since = listed.filter(({ slot }) => Number(slot) >= note.slot).reverse();
      for (const { signature, err, confirmationStatus } of since.slice(0, mostLooked)) {
        if (err !== null || send.others.includes(signature)) continue;
        if (!(await isTransfer(signature, send, note))) continue;
        return { signature, succeeded: true, isFinal: confirmationStatus === 'finalized' };
      }
      return undefined;
    },
  };
}
