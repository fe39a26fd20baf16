import {
  assertForm,
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
import { Refusal } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { command } from '../output.ts';

/** A document on this machine that is being signed. It is not verified. */
export type Draft = { readonly envelope: Envelope; readonly bytes: Bytes } & (
  | { readonly kind: 'root'; readonly value: Root }
  | { readonly kind: 'manifest'; readonly value: Manifest }
);

/** Reads a draft. Throws `command/no-such-file`, `command/no-draft`, `release/malformed`, `release/old-form`. */
export async function readDraft(file: string): Promise<Draft> {
  const bytes = await readNamedFile(file);
  let envelope: Envelope;
  try {
    envelope = readEnvelope(manifestFormat, bytes, file);
  } catch (cause) {
    throw toNoDraft(file, { cause });
  }
  const { payloadType, payload } = envelope;
  if (payloadType === rootFormat.payloadType)
    return { kind: 'root', envelope, bytes, value: parsePayload(rootFormat, payload, file) };
  if (payloadType === manifestFormat.payloadType)
    return { kind: 'manifest', envelope, bytes, value: parsePayload(manifestFormat, payload, file) };
  for (const format of [rootFormat, manifestFormat]) assertForm(format, envelope, file);
  throw toNoDraft(file);
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
  if (Buffer.compare(found.payload, payload) !== 0) throw toDraftExists(file);
}

/** That a file is no draft: `command/no-draft`. */
export function toNoDraft(file: string, options?: { readonly cause: unknown }): Refusal {
  const sentence = `${file} holds neither a root nor a release manifest. Name the file that “${command} root make” wrote, the folder of a built release, or its remote.`;
  return new Refusal('command/no-draft', sentence, options);
}

/** That a file with other content is in the way: `command/draft-exists`. */
export function toDraftExists(file: string): Refusal {
  const sentence = `${file} is there already and has other content. It was left as it is; remove it or choose another --out.`;
  return new Refusal('command/draft-exists', sentence);
}
