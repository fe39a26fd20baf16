import { LinkspanError } from './error.ts';
import type { FamilyId } from './ids.ts';
import type { Network } from './network.ts';
import type { ApplicationConfig, Brand, TelemetryConfig, WalletIdentity } from './page-config.ts';
import { parseShortConfig, type ShortSource } from './parse-short-config.ts';
import {
  type NetworkName,
  type PublicFamily,
  paired,
  publicFamilies,
  publicIdentities,
  publicRelay,
  type WalletOrigins,
  walletOrigins,
} from './public-networks.ts';
import { field } from './thrown.ts';

export type * from './page-config.ts';
export { sayPublicNodes } from './public-nodes.ts';

/** The configuration of a page that names networks in place of families. */
export interface ShortConfig {
  readonly $schema?: string;
  /** The page's title. */
  readonly title: string;
  /** Public networks by their names, and others in full. The first of a family is the one to start with. */
  readonly networks: readonly (NetworkName | Network)[];
  /** The page's project at WalletConnect. Without it, WalletConnect is not offered. */
  readonly walletConnect?: { readonly projectId: string };
  /** The chains and wallets of `@linkspan/practice`, in place of those of the families of `networks`. */
  readonly practice?: true;
  /** By families, the remotes whose teams release by themselves, in place of a package. The paths are of files. */
  readonly remotes?: Readonly<
    Record<
      FamilyId,
      { readonly name: string; readonly url: string; readonly root: string; readonly live?: string }
    >
  >;
  /** Beside the known identities. */
  readonly identities?: readonly WalletIdentity[];
  /** Beside what the known wallets need, as are `frames` and `framedBy`. */
  readonly connect?: readonly string[];
  readonly frames?: readonly string[];
  readonly framedBy?: readonly string[];
  readonly brand?: Brand;
  readonly telemetry?: TelemetryConfig;
  /** Pages of the operator for the foot, such as its terms. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  readonly app?: ApplicationConfig;
}

/** The package of practice wallets and chains, which `practice: true` takes. */
export const practicePackage = '@linkspan/practice';

/** What that package says of its chains and wallets. */
export interface PracticeData {
  readonly families: Readonly<Record<FamilyId, readonly Network[]>>;
  readonly identities: readonly WalletIdentity[];
  /** The module of the wallets: a path of the page, or an address. */
  readonly module: string;
  /** The word for the chains. */
  readonly label: string;
}

/**
 * The long form of a configuration, with each remote by its package; one with `families` is returned unchanged. Throws
 * `config/malformed` and `config/duplicate` with the field of the short form.
 */
export function expandConfig(value: unknown, practice?: PracticeData): unknown {
  if (field(value, 'families') !== undefined && field(value, 'networks') === undefined) return value;
  const source = parseShortConfig(value);
  const families = publicFamilies.filter(({ id }) => source.networks.some((one) => one.family === id));
  const ids = families.map(({ id }) => id);
  const page = source.practice ? toPracticePage(practice) : toPublicPage(source, ids);
  const { networks: _, walletConnect: _project, practice: _practice, remotes, ...passed } = source;
  const lists = {
    identities: joinIdentities(page.identities, source.identities, ids),
    connect: join(page.connect, source.connect),
    frames: join(page.frames, source.frames),
    framedBy: join(page.framedBy, source.framedBy),
  };
  return {
    ...passed,
    families: families.map((family) => toFamily(family, page, field(remotes, family.id))),
    ...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
    ...(page.practice && { practice: page.practice }),
  };
}

/** What differs between a page on public networks and one on the practice chains. */
interface Page extends Omit<WalletOrigins, 'family'> {
  readonly identities: readonly WalletIdentity[];
  readonly practice?: Pick<PracticeData, 'module' | 'label'>;
  toNetworks(family: FamilyId): readonly unknown[];
  /** Of the family's remote. */
  toOptions(family: FamilyId): object | undefined;
}

function toFamily({ package: name, networks: _, ...family }: PublicFamily, page: Page, independent: unknown) {
  const options = page.toOptions(family.id);
  return {
    ...family,
    remote: { ...(independent ?? { package: name }), ...(options && { options }) },
    networks: page.toNetworks(family.id),
  };
}

function toPublicPage({ networks, walletConnect }: ShortSource, ids: readonly FamilyId[]): Page {
  const pairs = walletConnect ? paired.families.filter((id) => ids.includes(id)) : [];
  const needed = (name: Exclude<keyof WalletOrigins, 'family'>) =>
    walletOrigins.filter(({ family }) => ids.includes(family)).flatMap((one) => one[name] ?? []);
  return {
    identities: pairs.length > 0 ? [...publicIdentities, paired] : publicIdentities,
    connect: [...needed('connect'), ...(pairs.length > 0 ? [publicRelay] : [])],
    frames: needed('frames'),
    framedBy: needed('framedBy'),
    toNetworks: (id) => networks.filter(({ family }) => family === id).map(({ network }) => network),
    toOptions: (id) =>
      pairs.includes(id) ? { walletConnectProjectId: walletConnect?.projectId } : undefined,
  };
}

function toPracticePage(practice: PracticeData | undefined): Page {
  if (practice === undefined)
    throw new LinkspanError('config/malformed', {
      place: 'practice',
      expected: `the package ${practicePackage} installed: npm install --save-dev ${practicePackage}`,
    });
  const { families, identities, module, label } = practice;
  return {
    identities,
    practice: { module, label },
    toNetworks: (id) => families[id] ?? [],
    toOptions: () => ({ practice: true }),
  };
}

function join(known: readonly string[] = [], given: readonly string[] = []): readonly string[] {
  return [...new Set([...known, ...given])];
}

/** The known identities of two or more families of the page, and the given ones, each in place of a known one. */
function joinIdentities(
  known: readonly WalletIdentity[],
  given: readonly unknown[] = [],
  ids: readonly FamilyId[],
): readonly unknown[] {
  const joined = known
    .map(({ identity, families }) => ({ identity, families: families.filter((id) => ids.includes(id)) }))
    .filter(({ families }) => families.length > 1)
    .filter(({ identity }) => given.every((one) => field(one, 'identity') !== identity));
  return [...joined, ...given];
}
