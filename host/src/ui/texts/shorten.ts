const wholeUpTo = 24;

/** An address with its middle left out: `0xf39f…2266`. A short one, such as a name, stays whole. */
export function shorten(address: string): string {
  return address.length <= wholeUpTo ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
