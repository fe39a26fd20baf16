import { LinkspanError, Malformed } from '@linkspan/contract';
import { type Bytes, subtle } from './bytes.ts';
import { type Envelope, type Signature, toStatement } from './envelope.ts';
import { atBorder, type Format, parsePayload } from './format.ts';
import { type Key, type KeyId, type Keys, keyidOf, type PersonsRole, type Role } from './key.ts';
import { refusal } from './refusal.ts';

/** Who may sign a document of a remote. */
export interface Authority {
  readonly remote: string;
  readonly keys: Keys;
  readonly role: Role | PersonsRole;
}

/**
 * The keys of a role whose signature on an envelope is valid, each once however often it signed. A signature that is
 * not valid, or by another key, is ignored (TUF 4.2.1, DSSE "Protocol").
 * Rejects with `release/uncheckable` if the platform has no Ed25519.
 */
export async function signersOf(
  envelope: Envelope,
  { remote, keys, role }: Authority,
): Promise<readonly KeyId[]> {
  const message = await toStatement(envelope);
  const valid = await Promise.all(
    envelope.signatures.map(async (signature) => {
      const key = role.keyids.includes(signature.keyid) ? keys[signature.keyid] : undefined;
      return key !== undefined && (await isValid(signature, key, message, remote));
    }),
  );
  return [...new Set(envelope.signatures.filter((_, index) => valid[index]).map(({ keyid }) => keyid))];
}

/**
 * The payload of an envelope that enough of the role's keys have signed; an unsigned one is not even parsed.
 * Rejects with `release/unsigned`, `release/wrong-signer`, `release/uncheckable` or `release/malformed`.
 */
export async function verifyEnvelope<Value>(
  format: Format<Value>,
  envelope: Envelope,
  authority: Authority,
): Promise<Value> {
  const { remote, keys, role } = authority;
  assertType(format, envelope, remote);
  const signers = await signersOf(envelope, authority);
  const context = { remote, document: format.name };
  const has = signers.length;
  if (has < role.threshold) throw refusal('release/unsigned', { ...context, has, needs: role.threshold });
  const persons = signers.filter((id) => keys[id]?.kind === 'person').length;
  const needs = 'persons' in role ? role.persons : 0;
  if (persons < needs) throw refusal('release/wrong-signer', { ...context, has: persons, needs });
  return parsePayload(format, envelope.payload, remote);
}

/** A document of another type is refused by name, before its signatures fail for it. Throws `release/malformed`, and as `assertForm`. */
export function assertType(format: Format<unknown>, { payloadType }: Envelope, remote: string): void {
  assertForm(format, { payloadType }, remote);
  atBorder(remote, () => {
    if (payloadType !== format.payloadType)
      throw new Malformed(`${format.name}.payloadType`, format.payloadType);
  });
}

/** Throws `release/old-form` for a document that was signed before there were statements. */
export function assertForm(
  format: Format<unknown>,
  { payloadType }: Pick<Envelope, 'payloadType'>,
  remote: string,
): void {
  if (payloadType === format.payloadType.replace('.v2+', '.v1+'))
    throw refusal('release/old-form', { remote, document: format.name });
}

/** Imports keys ahead, so that verifying a document later takes less time. */
export function openKeys(keys: Keys): void {
  for (const key of Object.values(keys)) openKey(key).catch(() => undefined);
}

/** An imported key, and its own id. */
type OpenKey = readonly [CryptoKey, KeyId];

const opened = new WeakMap<Bytes, Promise<OpenKey>>();

function openKey({ public: raw }: Key): Promise<OpenKey> {
  const known = opened.get(raw) ?? importRaw(raw);
  opened.set(raw, known);
  return known;
}

async function importRaw(raw: Bytes): Promise<OpenKey> {
  return Promise.all([subtle.importKey('raw', raw, 'Ed25519', false, ['verify']), keyidOf(raw)]);
}

/** A key under an id that is not its own never counts, so that distinct ids are distinct keys (TUF 4.3). */
async function isValid(
  { keyid, sig }: Signature,
  key: Key,
  message: Bytes,
  remote: string,
): Promise<boolean> {
  try {
    const [imported, own] = await openKey(key);
    return own === keyid && (await subtle.verify('Ed25519', imported, sig, message));
  } catch (cause) {
    throw new LinkspanError('release/uncheckable', { remote }, { cause });
  }
}
