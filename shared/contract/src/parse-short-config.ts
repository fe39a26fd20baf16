import { LinkspanError } from './error.ts';
import { type FamilyId, isNetworkId, type NetworkId, namespaceOf } from './ids.ts';
import { publicFamilies } from './public-networks.ts';
import { list, Malformed, nonEmptyList, oneOf, record, type Shape, text } from './shape.ts';
import { field, isA } from './thrown.ts';

/** A network that a short configuration names, or has in full. */
interface Chosen {
  readonly id: string;
  readonly family: FamilyId;
  /** What is given in full is read by the parser of the long form. */
  readonly network: unknown;
}

const anything: Shape<unknown> = (value) => value;
const networkId = text('a CAIP-2 network id such as eip155:1', isNetworkId) as Shape<NetworkId>;
const names = publicFamilies.flatMap(({ networks }) => Object.keys(networks));
const namespaces = publicFamilies.map(({ namespace }) => namespace);

const chosen: Shape<Chosen> = (value, place) => {
  if (typeof value === 'string') return findNamed(value, place);
  if (typeof value !== 'object' || value === null) throw toUnknown(place);
  const id = networkId(field(value, 'id'), `${place}.id`);
  const family = publicFamilies.find(({ namespace }) => namespace === namespaceOf(id));
  if (family) return { id, family: family.id, network: value };
  throw new Malformed(
    place,
    `of the namespace ${namespaces.join(', ')}; for another chain, list “families” in place of “networks”`,
  );
};

function findNamed(name: string, place: string): Chosen {
  for (const { id: family, networks } of publicFamilies) {
    const network = Object.hasOwn(networks, name) ? networks[name] : undefined;
    if (network) return { id: network.id, family, network };
  }
  throw toUnknown(place);
}

function toUnknown(place: string): Malformed {
  return new Malformed(place, `${names.join(', ')}, or a network in full`);
}

const networks = nonEmptyList(chosen, 100);

const address = text('a text', (value) => value !== '');
const independent = record({ name: address, url: address, root: address }, { live: address });

const short = record(
  {
    title: text('one line of 1 to 60 characters'),
    networks: (value, place) => {
      if (value !== undefined) return networks(value, place);
      throw new Malformed(place, 'given: a list such as ["ethereum", "solana"], or “families” in its place');
    },
  },
  {
    $schema: text(),
    walletConnect: record({
      projectId: text('the id of a project of WalletConnect', (value) => value !== ''),
    }),
    practice: oneOf([true]),
    remotes: record({}, Object.fromEntries(publicFamilies.map(({ id }) => [id, independent]))),
    identities: list(anything, 200),
    connect: list(text('an address'), 50),
    frames: list(text('an origin'), 50),
    framedBy: list(text('an origin'), 50),
    ...{ brand: anything, telemetry: anything, links: anything, app: anything },
  },
);

/** A short configuration, with what its networks are. Fields that only pass through are read by the parser of the long form. */
export type ShortSource = ReturnType<typeof short>;

/** Parses a short configuration. Throws `config/malformed` or `config/duplicate` with the field. */
export function parseShortConfig(value: unknown): ShortSource {
  try {
    if (field(value, 'families') !== undefined)
      throw new Malformed('networks', 'left out, because the configuration has families too');
    const config = short(value, '');
    assertDistinct(config.networks.map(({ id }) => id));
    return config;
  } catch (cause) {
    if (!isA(cause, Malformed)) throw cause;
    const { place, expected } = cause;
    throw new LinkspanError('config/malformed', { place, expected }, { cause });
  }
}

function assertDistinct(ids: readonly string[]): void {
  for (const [at, value] of ids.entries())
    if (ids.indexOf(value) < at)
      throw new LinkspanError('config/duplicate', { place: `networks[${at}]`, value });
}
