import { z } from 'zod';
import type { Ledger } from './ledger.ts';

const ofCount = z.tuple([z.int().min(1)]);

/** Returns `practice_skipBlocks`, which no node has: makes so many blocks at once, and tells the new height. */
export function skipBlocksMethod({ blocks }: Ledger, params: unknown): number {
  const [count] = ofCount.parse(params);
  blocks.skip(count);
  return blocks.height();
}
