import { type Address, isAddress, isSignature, type Signature } from '@solana/kit';
import { z } from 'zod';

// The parameters of the methods, as the border takes them. What a method does not know it ignores.

/** A public key in base58. */
export const address = z
  .string()
  .refine(isAddress, 'expected a public key of 32 bytes in base58')
  .transform((text) => text as Address);

/** A transaction's signature in base58. */
export const signature = z
  .string()
  .refine(isSignature, 'expected a signature of 64 bytes in base58')
  .transform((text) => text as Signature);

/** A whole number that JSON carries exactly. */
export const u53 = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

const commitment = z.enum(['processed', 'confirmed', 'finalized']).nullish();

/** The last parameter of every method that reads. All commitments are one here: what landed is final. */
export const reading = z.looseObject({ commitment, minContextSlot: u53.nullish() });

/** How an account's bytes are written. `jsonParsed` falls back to base64, as if there were no parser. */
export const accountReading = reading.extend({
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).nullish(),
  dataSlice: z.object({ offset: u53, length: u53 }).nullish(),
});

/** How a transaction in a request is written. */
export const wireEncoding = z.enum(['base58', 'base64']).nullish();

/** Reads a method's parameters. Throws a ZodError, which is answered by -32602. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  return schema.parse(params ?? []);
}
