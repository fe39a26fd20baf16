import { LinkspanError, Misshapen, type Shape } from '@linkspan/contract';
import { readJson } from './read-json.ts';

/** One of the documents: what its payload is called, how large it may be, and its shape. */
export interface Format<Value> {
  /** Where a refused place begins. */
  readonly name: 'root' | 'manifest' | 'live' | 'seal';
  /** Part of what is signed, so that no document passes for another. A form that old readers must refuse gets a new one. */
  readonly payloadType: string;
  /** Of the document in its envelope, and so of its payload too. */
  readonly mostBytes: number;
  readonly shape: Shape<Value>;
}

/**
 * What the bytes of a payload say; nothing is verified. `remote` is the one that was asked for.
 * Throws `release/malformed` with the place.
 */
export function parsePayload<Value>(format: Format<Value>, bytes: Uint8Array, remote: string): Value {
  return atBorder(remote, () => format.shape(readJson(bytes, format.mostBytes, format.name), format.name));
}

/** Runs a reader, whose `Misshapen` becomes `release/malformed` with the place. */
export function atBorder<Value>(remote: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('release/malformed', { remote, place: cause.place }, { cause });
  }
}
