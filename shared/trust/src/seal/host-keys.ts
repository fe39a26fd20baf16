import { LinkspanError, Misshapen, type Shape } from '@linkspan/contract';
import { openRecord } from '../forms.ts';
import { assertFillable, type Keys, keysShape, type Role, roleShape } from '../key.ts';

/** The keys of the host team, which sign the seal of its page. */
export interface HostKeys {
  readonly keys: Keys;
  readonly role: Role;
}

const hostKeys: Shape<HostKeys> = openRecord({ keys: keysShape, role: roleShape });

/** The host team's keys, from unknown. Throws `config/malformed` with the place, which begins with `place`. */
export function parseHostKeys(value: unknown, place: string): HostKeys {
  try {
    const found = hostKeys(value, place);
    assertFillable(found.keys, found.role, `${place}.role`);
    return found;
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}
