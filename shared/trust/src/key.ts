import { dictionary, integer, Malformed, nonEmptyList, oneOf, type Shape } from '@linkspan/contract';
import { type Bytes, base64, sha256, toHex } from './bytes.ts';
import { assertUnique, hash, openRecord } from './forms.ts';
import { isOfSmallOrder } from './small-order.ts';

/**
 * The name of a key: the SHA-256 of its 32 raw bytes, in lowercase hexadecimal. The kind is no part of it, so that
 * one key cannot be counted twice under two kinds.
 */
export type KeyId = string;

/** An Ed25519 public key. */
export interface Key {
  /** `person`: held by one person and by no machine that runs by itself; `online`: held by such a machine. */
  readonly kind: 'person' | 'online';
  /** The 32 raw bytes; base64 in the document. */
  readonly public: Bytes;
}

export type Keys = Readonly<Record<KeyId, Key>>;

/** The keys whose signatures count for a document, and how many are needed (TUF 4.3). */
export interface Role {
  readonly keyids: readonly [KeyId, ...KeyId[]];
  readonly threshold: number;
}

/** A role for which some of the signatures must be by persons. */
export interface PersonsRole extends Role {
  readonly persons: number;
}

/** The 32 raw bytes of a public key. One of small order, under which anybody can sign, is refused. */
const publicShape: Shape<Bytes> = (value, place) => {
  const raw = base64(32)(value, place);
  if (isOfSmallOrder(toHex(raw))) throw new Malformed(place, 'a safe key');
  return raw;
};

/** At most 32 keys by their ids. */
export const keysShape: Shape<Keys> = dictionary(
  hash,
  openRecord({ kind: oneOf(['person', 'online']), public: publicShape }),
  32,
);

const fields = { keyids: nonEmptyList(hash, 32), threshold: integer(1, 32) };

export const roleShape: Shape<Role> = openRecord(fields);

export const personsRoleShape: Shape<PersonsRole> = openRecord({ ...fields, persons: integer(1, 32) });

/** The id of a public key's 32 raw bytes. */
export function keyidOf(raw: Bytes): Promise<KeyId> {
  return sha256(raw);
}

/** A role must name existing keys, each once, and enough of them. Throws `Malformed`. */
export function assertFillable(keys: Keys, role: Role & { readonly persons?: number }, place: string): void {
  const { keyids, threshold, persons = 0 } = role;
  const missing = keyids.findIndex((id) => keys[id] === undefined);
  if (missing >= 0) throw new Malformed(`${place}.keyids[${missing}]`, 'one of the keys');
  assertUnique(keyids, (index) => `${place}.keyids[${index}]`);
  if (threshold > keyids.length) throw new Malformed(`${place}.threshold`, 'at most the number of keyids');
  if (persons > Math.min(threshold, keyids.filter((id) => keys[id]?.kind === 'person').length))
    throw new Malformed(`${place}.persons`, 'at most the threshold and the number of persons');
}
