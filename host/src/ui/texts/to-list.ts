// The British one: without a comma before `and`.
const form = new Intl.ListFormat('en-GB');

/** `Ethereum, Solana and NEAR`. */
export function toList(words: Iterable<string>): string {
  return form.format(words);
}
