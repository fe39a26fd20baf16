const wholeUpTo = 24;

/** An address with its middle left out: `0xf39f…2266`. A short one, such as a name, stays whole. */
export function shorten(address: string): string {
  return address.length <= wholeUpTo ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** A part of a code and its offset. */
interface Part {
  readonly at: number;
  readonly part: string;
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';

/** A long code in groups of four, for comparison; a name stays whole. No pattern: remotes can replace those. */
export function toGroups(code: string): readonly Part[] {
  if (code.length <= wholeUpTo || ![...code].every((sign) => signs.includes(sign)))
    return [{ at: 0, part: code }];
  const parts: Part[] = [];
  for (let at = 0; at < code.length; at += parts.at(-1)?.part.length ?? 0) {
    const length = at === 0 && code.startsWith('0x') ? 2 : 4;
    parts.push({ at, part: code.slice(at, at + length) });
  }
  return parts;
}

const compared = 4;

/** Whether two different addresses begin and end alike, which is all that people compare. */
export function isLookAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map(toSignificant);
  if (first === undefined || second === undefined || isSameAddress(one, other)) return false;
  const isLong = Math.min(first.length, second.length) > compared;
  return (
    isLong &&
    first.slice(0, compared) === second.slice(0, compared) &&
    first.slice(-compared) === second.slice(-compared)
  );
}

/** Without the prefix of all addresses and the top level of all names; people overlook capitals. */
function toSignificant(address: string): string {
  return address.toLowerCase().replace(/^0x|\.[a-z]+$/g, '');
}

/** Whether two texts name one address: hexadecimal digits are the same in upper and lower case. */
export function isSameAddress(one: string, other: string): boolean {
  const isHex = /^0x[\da-f]+$/i.test(one);
  return isHex ? one.toLowerCase() === other.toLowerCase() : one === other;
}
