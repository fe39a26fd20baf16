/** Where a visitor stands among all: a whole number from 0 to 65535, drawn once for each remote and kept. */
export type Bucket = number & { readonly bucket: unique symbol };

/** How many buckets there are. */
export const buckets = 65_536;

/** A bucket from a random number, from 0 up to but not including 1. */
export function toBucket(random: number): Bucket {
  return Math.floor(random * buckets) as Bucket;
}

/** Whether a value, such as one from the visitor's storage, is a bucket. */
export function isBucket(value: unknown): value is Bucket {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < buckets;
}
