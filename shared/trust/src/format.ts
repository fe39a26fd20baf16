import { LinkspanError, Malformed, type Shape } from '@linkspan/contract';

/** One of the documents: its payload type, largest size and shape. */
export interface Format<Value> {
  /** The beginning of a place in errors. */
  readonly name: 'root' | 'manifest' | 'live' | 'seal';
  /** Signed, so that no document passes for another. A form that old readers must refuse gets a new one. */
  readonly payloadType: string;
  /** Of the document in its envelope, and so of its payload too. */
  readonly mostBytes: number;
  readonly shape: Shape<Value>;
}

/**
 * Parses the bytes of a payload; nothing is verified. `remote` is the requested one.
 * Throws `release/malformed` with the place.
 */
export function parsePayload<Value>(format: Format<Value>, bytes: Uint8Array, remote: string): Value {
  return atBorder(remote, () => format.shape(readJson(bytes, format.mostBytes, format.name), format.name));
}

/** Runs a reader, whose `Malformed` becomes `release/malformed` with the place. */
export function atBorder<Value>(remote: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new LinkspanError('release/malformed', { remote, place: cause.place }, { cause });
  }
}

const mostDepth = 12;

/**
 * The value of strict JSON bytes: at most `mostBytes`, UTF-8 with no mark, no key twice in one object, nested at most
 * 12 deep. Throws `Malformed` at `place`.
 */
export function readJson(bytes: Uint8Array, mostBytes: number, place: string): unknown {
  if (bytes.length > mostBytes) throw new Malformed(place, `at most ${mostBytes} bytes`);
  const [text, value] = parse(bytes, place);
  if (countKeys(value, place, mostDepth) !== countWrittenKeys(text))
    throw new Malformed(place, 'JSON with each key once');
  return value;
}

function parse(bytes: Uint8Array, place: string): [text: string, value: unknown] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return [text, JSON.parse(text)];
  } catch (error) {
    // The platform's message quotes the unverified document; the error's name is enough.
    const cause = new Error((error as Error).name);
    throw Object.assign(new Malformed(place, 'JSON in UTF-8'), { cause });
  }
}

/** JSON.parse keeps the last of two equal keys, so that a value with fewer keys than its text had one twice. */
function countKeys(value: unknown, place: string, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) throw new Malformed(place, `nested at most ${mostDepth} deep`);
  const inside = Object.values(value).map((one) => countKeys(one, place, depth - 1));
  return inside.reduce((sum, count) => sum + count, Array.isArray(value) ? 0 : inside.length);
}

/** In text that is known to be JSON, a colon outside of strings follows a key. Both patterns take linear time. */
function countWrittenKeys(text: string): number {
  const withoutStrings = text.replace(/\\./g, '').replace(/"[^"]*"/g, '');
  return withoutStrings.split(':').length - 1;
}
