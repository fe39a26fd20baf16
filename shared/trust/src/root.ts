import { list, Misshapen, type Shape, whole } from '@linkspan/contract';
import type { Format } from './format.ts';
import { count, hash, instant, openRecord, remoteName } from './forms.ts';
import {
  assertFillable,
  type Keys,
  keysShape,
  type PersonsRole,
  personsRoleShape,
  type Role,
  roleShape,
} from './key.ts';

/** Whose keys a remote is trusted by. The host's page carries one; it is rotated from N to N + 1. */
export interface Root {
  readonly remote: string;
  readonly version: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly keys: Keys;
  readonly roles: {
    /** Persons alone: a machine that runs by itself must not be able to change whose keys are trusted. */
    readonly root: Role;
    readonly release: PersonsRole;
    readonly live: Role;
  };
  /** The lowest sequence allowed. It never falls. */
  readonly floor: number;
  /** The ids of releases that are allowed no more: each the SHA-256 of a manifest's payload. */
  readonly revoked: readonly string[];
}

const fields: Shape<Root> = openRecord({
  remote: remoteName,
  version: count,
  expiresAt: instant,
  keys: keysShape,
  roles: openRecord({ root: roleShape, release: personsRoleShape, live: roleShape }),
  floor: whole(0, 2 ** 31 - 1),
  revoked: list(hash, 200),
});

export const rootFormat: Format<Root> = {
  name: 'root',
  payloadType: 'application/vnd.linkspan.root.v1+json',
  mostBytes: 64_000,
  shape(value, place) {
    const root = fields(value, place);
    const { keys, roles } = root;
    assertFillable(keys, roles.root, `${place}.roles.root`);
    assertFillable(keys, roles.release, `${place}.roles.release`);
    assertFillable(keys, roles.live, `${place}.roles.live`);
    const machine = roles.root.keyids.findIndex((id) => keys[id]?.kind !== 'person');
    if (machine >= 0) throw new Misshapen(`${place}.roles.root.keyids[${machine}]`, 'the key of a person');
    return root;
  },
};
