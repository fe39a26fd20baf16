/**
 * What a paper says and is not seen: each of its lines must be among those that were seen, in this order; `…` stands
 * for anything, and how much space is between words does not matter.
 */
export function missedLines(seen: string, told: string): readonly string[] {
  let rest = toLines(seen);
  return toLines(told)
    .filter((line) => line !== '…')
    .filter((line) => {
      const form = new RegExp(`^${line.split('…').map(toPattern).join('.*')}$`);
      const at = rest.findIndex((one) => form.test(one));
      if (at >= 0) rest = rest.slice(at + 1);
      return at < 0;
    });
}

function toLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}
