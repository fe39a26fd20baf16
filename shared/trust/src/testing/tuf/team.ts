import { createPrivateKey, sign } from 'node:crypto';
import type { Bytes } from '../../bytes.ts';
import type { Key, Role } from '../../key.ts';
import type { Root } from '../../root.ts';
import { type KeyPair, openKeyPair } from '../../sign.ts';
import type { Random } from '../random.ts';
import { toInstant, toKeys } from '../repository.ts';

/** Every key that a generated document may be signed by; always the same ones. */
export interface Team {
  readonly people: readonly KeyPair[];
  readonly machines: readonly KeyPair[];
  readonly all: readonly KeyPair[];
}

/** The time about which documents are generated, in milliseconds since 1970. */
export const now = Date.parse('2026-11-05T12:00:00Z');

export const remote = 'remote-evm';

/** Five people and three machines. */
export async function createTeam(): Promise<Team> {
  const people = await Promise.all([1, 2, 3, 4, 5].map((seed) => createPair('person', seed)));
  const machines = await Promise.all([6, 7, 8].map((seed) => createPair('online', seed)));
  return { people, machines, all: [...people, ...machines] };
}

/** A sound root of some of the team. */
export function drawRoot(random: Random, { people, machines, all }: Team, version: number): Root {
  const release = some(random, all);
  const threshold = random.whole([1, release.length]);
  const persons = release.filter(({ key }) => key.kind === 'person').length;
  const isManned = persons > 0;
  const live = some(random, machines);
  return {
    remote,
    version,
    expiresAt: toInstant(now, random.pick([0, 1, 30, 365, 365, 365, 365, 365])),
    keys: toKeys(all),
    roles: {
      root: drawRole(random, some(random, people)),
      release: {
        ...roleOf(isManned ? release : [...release, ...people.slice(0, 1)], threshold),
        persons: random.whole([1, Math.max(1, Math.min(persons, threshold))]),
      },
      live: drawRole(random, live),
    },
    floor: random.pick([0, 1, 3, 4]),
    revoked: random.chance(0.1) ? ['e'.repeat(64)] : [],
  };
}

/** Keys of a role that are enough for it, or sometimes too few, with others among them. */
export function drawSigners(
  random: Random,
  team: Team,
  role: Role & { readonly persons?: number },
): readonly KeyPair[] {
  const own = shuffled(
    random,
    team.all.filter(({ keyid }) => role.keyids.includes(keyid)),
  );
  const persons = own.filter(({ key }) => key.kind === 'person').slice(0, role.persons ?? 0);
  const rest = own.filter((pair) => !persons.includes(pair)).slice(0, role.threshold - persons.length);
  const enough = [...persons, ...rest];
  if (random.chance(0.9)) return enough;
  const others = some(random, team.all);
  const machines = own.filter(({ key }) => key.kind === 'online');
  return random.pick([own, enough.slice(1), others, [...enough, ...others], machines, []]);
}

function drawRole(random: Random, pairs: readonly KeyPair[]): Role {
  return roleOf(pairs, random.whole([1, pairs.length]));
}

function roleOf(pairs: readonly KeyPair[], threshold: number): Role {
  const [first = '', ...rest] = pairs.map(({ keyid }) => keyid);
  return { keyids: [first, ...rest], threshold };
}

/** At least one of them. */
function some(random: Random, pairs: readonly KeyPair[]): readonly KeyPair[] {
  return shuffled(random, pairs).slice(0, random.whole([1, pairs.length]));
}

function shuffled(random: Random, pairs: readonly KeyPair[]): readonly KeyPair[] {
  return pairs
    .map((pair) => ({ pair, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ pair }) => pair);
}

/** Signs by Node's own Ed25519, which is faster than WebCrypto's if there are many documents. */
async function createPair(kind: Key['kind'], seed: number): Promise<KeyPair> {
  const pkcs8 = toPkcs8(seed);
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const pair = await openKeyPair(kind, pkcs8);
  return { ...pair, sign: async (message) => new Uint8Array(sign(null, message, key)) };
}

function toPkcs8(seed: number): Bytes {
  const head = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
  return Uint8Array.from([...head, ...Array<number>(32).fill(seed)]);
}
