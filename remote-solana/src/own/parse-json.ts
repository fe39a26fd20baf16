/** A text of JSON, or a number of it: what stands within a text is none. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const longWhole = /^-?\d{16,30}$/;

/** JSON whose whole numbers keep every digit: those of more than 15 become a `bigint`. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  const marked = text.replace(token, (found) => (longWhole.test(found) ? `{"$n":"${found}"}` : found));
  return JSON.parse(marked, (_, value) => (isMarked(value) ? BigInt(value.$n) : value));
}

function isMarked(value: unknown): value is { readonly $n: string } {
  const marked = Object(value).$n;
  return typeof marked === 'string' && longWhole.test(marked);
}
