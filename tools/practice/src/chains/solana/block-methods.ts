import { base58 } from '@scure/base';
import { z } from 'zod';
import { BLOCKHASH_SLOTS } from './cluster.ts';
import { readLastValidHeight } from './execute.ts';
import { inContext, type Methods } from './methods.ts';
import { parseParams, reading } from './params.ts';

const SLOTS_PER_EPOCH = 432_000;

const ofNothing = z.tuple([reading.nullish()]);
const ofBlockhash = z.tuple([z.string(), reading.nullish()]);

/** The methods that tell the cluster's time and name. */
export const blockMethods: Methods = {
  getGenesisHash: ({ genesisHash }) => genesisHash,
  getVersion: () => ({ 'solana-core': '1.5.0-litesvm', 'feature-set': 0 }),
  getHealth: () => 'ok',
  getSlot({ blocks }, params) {
    parseParams(ofNothing, params);
    return blocks.height();
  },
  /** It keeps all blocks. */
  getFirstAvailableBlock: () => 0,
  getBlockHeight({ blocks }, params) {
    parseParams(ofNothing, params);
    return blocks.height();
  },
  getEpochInfo({ blocks, landed }, params) {
    parseParams(ofNothing, params);
    const slot = blocks.height();
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: landed.size,
    };
  },
  getLatestBlockhash(cluster, params) {
    parseParams(ofNothing, params);
    const height = cluster.blocks.height();
    const blockhash = base58.encode(cluster.blocks.hashAt(height));
    return inContext(cluster, { blockhash, lastValidBlockHeight: height + BLOCKHASH_SLOTS });
  },
  isBlockhashValid(cluster, params) {
    const [blockhash] = parseParams(ofBlockhash, params);
    return inContext(cluster, readLastValidHeight(cluster, blockhash) !== undefined);
  },
};
