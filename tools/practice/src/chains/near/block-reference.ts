import { base58 } from '@scure/base';
import { z } from 'zod';
import { FIRST_HEIGHT, type Ledger } from './ledger.ts';
import { toHandlerError } from './near-error.ts';

/** How a request names a block. Every block of the fixture is final at once. */
export const blockReference = z.union([
  z.looseObject({ block_id: z.union([z.number().int().nonnegative(), z.string()]) }),
  z.looseObject({ finality: z.enum(['optimistic', 'near-final', 'final']) }),
  z.looseObject({ sync_checkpoint: z.enum(['genesis', 'earliest_available']) }),
]);

/** The height of the block that is meant. Throws `UNKNOWN_BLOCK`. */
export function readHeight({ blocks }: Ledger, reference: z.output<typeof blockReference>): number {
  if ('finality' in reference) return blocks.height();
  if ('sync_checkpoint' in reference) return FIRST_HEIGHT;
  const { block_id } = reference;
  const height = typeof block_id === 'number' ? block_id : blocks.heightOf(decodeHash(block_id));
  if (height !== undefined && height >= FIRST_HEIGHT && height <= blocks.height()) return height;
  throw toHandlerError(
    'UNKNOWN_BLOCK',
    { block_reference: reference },
    `DB Not Found Error: BLOCK: ${block_id}`,
  );
}

/** The block that is meant, as answers name it. Throws `UNKNOWN_BLOCK`. */
export function readBlock(ledger: Ledger, reference: z.output<typeof blockReference>) {
  const block_height = readHeight(ledger, reference);
  return { block_height, block_hash: base58.encode(ledger.blocks.hashAt(block_height)) };
}

function decodeHash(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    return new Uint8Array();
  }
}
