import { hasCode, Misshapen } from '@linkspan/contract';
import type { Bytes, Format } from '@linkspan/trust';
import {
  createPayload,
  type Payload,
  type Signer,
  signEnvelope,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';
import { CommandError, UsageError } from '../errors.ts';

/** A document of the host's team, to be signed by its keys. */
export interface HostDocument<Value> {
  readonly format: Format<Value>;
  readonly value: Value;
  readonly signers: readonly Signer[];
  /** What becomes of it, in a word, such as `blocked`. */
  readonly verb: 'blocked' | 'sealed';
  /** The refusal where too few of the team's keys signed. */
  readonly unsigned: 'command/blocklist-unsigned' | 'command/seal-unsigned';
  /** As whoever reads it will. */
  verify(envelope: Bytes): Promise<Value>;
}

/** A document as its readers have it, and its envelope's bytes. */
export interface SignedByHost<Value> {
  readonly value: Value;
  readonly bytes: Bytes;
}

/**
 * Signs a document, so that its readers trust it. Rejects with `unsigned` and with what `verify` rejects
 * with; throws `UsageError` for a value that they would refuse.
 */
export async function signForHost<Value>(document: HostDocument<Value>): Promise<SignedByHost<Value>> {
  const bytes = toEnvelopeBytes(await signEnvelope(toPayload(document), document.signers));
  try {
    return { value: await document.verify(bytes), bytes };
  } catch (cause) {
    if (!hasCode(cause, 'release/unsigned')) throw cause;
    const { has, needs } = (cause as unknown as { context: { has: string; needs: string } }).context;
    throw new CommandError(document.unsigned, { has, needs }, { cause });
  }
}

/**
 * The version of a document that follows another, or 0: no less than the minutes since 1970. Were the one before lost,
 * or an old one put back, readers would refuse one that merely counts on from there. `now` in milliseconds since 1970.
 */
export function toHostVersion(previous: number, now: number): number {
  return Math.max(previous + 1, Math.floor(now / 60_000));
}

function toPayload<Value>({ format, value, verb }: HostDocument<Value>): Payload {
  try {
    return createPayload(format, value);
  } catch (cause) {
    const wrong = (cause as Error).cause;
    if (!(wrong instanceof Misshapen)) throw cause;
    throw new UsageError(`This cannot be ${verb}: ${wrong.message}.`, { cause });
  }
}
