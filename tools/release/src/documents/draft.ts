import {
  type Bytes,
  type Envelope,
  type Manifest,
  manifestFormat,
  parsePayload,
  type Root,
  readEnvelope,
  rootFormat,
} from '@linkspan/trust';
import { toEnvelopeBytes } from '@linkspan/trust/sign';
import { CommandError } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';

/** A document on this machine that is being signed. It is not verified. */
export type Draft =
  | { readonly kind: 'root'; readonly envelope: Envelope; readonly bytes: Bytes; readonly value: Root }
  | {
      readonly kind: 'manifest';
      readonly envelope: Envelope;
      readonly bytes: Bytes;
      readonly value: Manifest;
    };

/** Reads a draft. Throws `command/no-such-file`, `command/no-draft`, `release/malformed`. */
export async function readDraft(file: string): Promise<Draft> {
  const bytes = await readNamedFile(file);
  const envelope = openEnvelope(bytes, file);
  const { payloadType, payload } = envelope;
  if (payloadType === rootFormat.payloadType)
    return { kind: 'root', envelope, bytes, value: parsePayload(rootFormat, payload, file) };
  if (payloadType === manifestFormat.payloadType)
    return { kind: 'manifest', envelope, bytes, value: parsePayload(manifestFormat, payload, file) };
  throw new CommandError('command/no-draft', { file });
}

/** Writes an envelope, whole or not at all. */
export async function writeDraft(file: string, envelope: Envelope): Promise<void> {
  await writeWhole(file, toEnvelopeBytes(envelope));
}

/** Refuses to lose a draft of another payload, whose signatures someone gave. Throws `command/draft-exists`. */
export async function assertSameDraft(file: string, { payload }: Pick<Envelope, 'payload'>): Promise<void> {
  const there = await readNamedFile(file).catch(() => undefined);
  if (there === undefined) return;
  const found = readEnvelope(manifestFormat, there, file);
  if (Buffer.compare(found.payload, payload) !== 0) throw new CommandError('command/draft-exists', { file });
}

function openEnvelope(bytes: Bytes, file: string): Envelope {
  try {
    return readEnvelope(manifestFormat, bytes, file);
  } catch (cause) {
    throw new CommandError('command/no-draft', { file }, { cause });
  }
}
