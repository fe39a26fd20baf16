import {
  type FamilyId,
  integer,
  isA,
  isAssetId,
  isFamilyId,
  isLocalNetwork,
  isNetworkId,
  isOrigin,
  LinkspanError,
  list,
  localSockets,
  Malformed,
  type Network,
  namespaceOf,
  nonEmptyList,
  oneOf,
  record,
  type Shape,
  type Token,
  text,
} from '@linkspan/contract';
import type {
  ApplicationConfig,
  Brand,
  TelemetryConfig,
  WalletIdentity,
} from '@linkspan/contract/short-config';
import { parseColor } from './color.ts';

export type { ApplicationConfig, Brand, TelemetryConfig, WalletIdentity };

/** One chain family of the page, and the remote that serves it. */
export interface FamilyConfig {
  readonly id: FamilyId;
  /** Its title: `Ethereum`. */
  readonly title: string;
  /** The CAIP-2 namespace that all its networks and accounts have. */
  readonly namespace: string;
  /** Its mark: a filled SVG path in a square of 20, and a hue of the oklch circle in degrees. By default a hexagon. */
  readonly mark?: { readonly path: string; readonly hue: number };
  readonly remote: {
    readonly name: string;
    /** Where the remote's live document is: an address, or a path of the page's own origin; ends in `/`. */
    readonly url: string;
    /** For the remote alone. */
    readonly options?: unknown;
  };
  /** The first is the one to start with. */
  readonly networks: readonly [Network, ...Network[]];
}

/** The configuration of a page, written into it when the host is deployed. */
export interface PageConfig {
  /** The page's title. */
  readonly title: string;
  readonly families: readonly FamilyConfig[];
  /** The wallets that may share a row across families. */
  readonly identities?: readonly WalletIdentity[];
  /** Practice wallets and the word for the chains; absent in production. */
  readonly practice?: { readonly module: string; readonly label: string };
  readonly telemetry?: TelemetryConfig;
  /** Pages of the operator for the foot, such as its terms. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  /** More http(s) or ws(s) addresses that the page may reach, such as a relay of wallets, or `localSockets`. */
  readonly connect?: readonly string[];
  /** The origins that wallets may frame: https, and on a practice page those of this machine. */
  readonly frames?: readonly string[];
  /** The origins that may frame the page, such as Safe, in the form of `frames`. By default none. */
  readonly framedBy?: readonly string[];
  /** The application that the shell is a part of; without it the shell is the whole page. */
  readonly app?: ApplicationConfig;
  /** Set by the development command only: remotes are taken without hashes. */
  readonly development?: true;
}

/** A family as the configuration's file has it. The paths are relative to that file. */
export interface FamilySource extends FamilyConfig {
  readonly remote: FamilyConfig['remote'] & {
    /** The npm package whose release the deploy copies into the site, in place of an address and a root. */
    readonly package?: string;
    /** Where its team's root is. A deploy needs it. */
    readonly root?: string;
    /** Where its live document is, as it was when the page was deployed. */
    readonly live?: string;
  };
}

/** The configuration as its file has it, with the brand and the files that a deploy verifies. */
export interface ConfigSource extends PageConfig {
  /** The JSON Schema of this file, for editors. */
  readonly $schema?: string;
  readonly brand?: Brand;
  /** What is not as people get it, for a banner across the page: a release that is not live, or is being written. */
  readonly preview?: string;
  readonly families: readonly FamilySource[];
}

const name = text('one line of 1 to 60 characters', (value) => /^(?!\s*$)\P{Cc}+$/u.test(value), 60);
const webAddress = text(
  'an https address without a password, or an http one of this machine: no page on https can reach others',
  (value) => isReachable(value),
);
const remoteFolder = text(
  'an https address that ends in /, or a path of this site such as /remotes/remote-evm/',
  (value) => isFolderAddress(value) || /^\/(?!(assets|documents)\/)([\w@-][\w@.-]*\/)+$/.test(value),
);
const file = text('the path of a file', (value) => value !== '');
const socketAddress = text('a wss address, or a ws one of this machine', (value) =>
  isReachable(value, /^wss?:\/\//i),
);

const symbol = text('a symbol of 1 to 12 characters', (value) => value.length > 0, 12);
const token = record({
  asset: text('a CAIP-19 asset id such as eip155:1/erc20:0x…', isAssetId),
  symbol,
  decimals: integer(0, 77),
}) as Shape<Token>;

const networkFields = record(
  {
    id: text('a CAIP-2 network id such as eip155:1', isNetworkId),
    title: name,
    rpc: nonEmptyList(webAddress, 10),
    symbol,
    decimals: integer(0, 77),
  },
  {
    tokens: list(token, 100),
    ws: socketAddress,
    explorer: text(
      'an http(s) address with {transaction} in it',
      (value) => value.includes('{transaction}') && isWebAddress(value.replaceAll('{transaction}', '0')),
    ),
    isTest: oneOf([true]),
  },
) as Shape<Network>;

const network: Shape<Network> = (value, place) => {
  const known = networkFields(value, place);
  const odd = known.tokens?.findIndex(({ asset }) => !asset.startsWith(`${known.id}/`)) ?? -1;
  if (odd >= 0) throw new Malformed(`${place}.tokens[${odd}].asset`, `of this network: ${known.id}/…`);
  return known;
};

const anything: Shape<unknown> = (value) => value;

const signed = record(
  {
    name: text('a remote name such as remote-evm', (value) => /^[a-z][a-z0-9-]{0,63}$/.test(value)),
    url: remoteFolder,
  },
  { options: anything, root: file, live: file },
);

const packaged = record(
  {
    package: text('the name of an npm package such as @linkspan/remote-evm', (value) =>
      /^(@[a-z0-9~-][\w.~-]*\/)?[a-z][a-z0-9-]{0,63}$/.test(value),
    ),
  },
  { options: anything },
);

/** The address of a package's remote is below the site's own files. */
const remote: Shape<FamilySource['remote']> = (value, place) => {
  if (typeof value !== 'object' || value === null || !('package' in value)) return signed(value, place);
  const { package: of, ...others } = packaged(value, place) as { package: string; options?: unknown };
  const name = of.replace(/^.*\//, '');
  return { package: of, name, url: `${packagesFolder}${name}/`, ...others };
};

const family = record(
  {
    id: text('a family id such as evm: a small letter, then small letters, digits or -', isFamilyId),
    title: name,
    namespace: text('a CAIP-2 namespace such as eip155', (value) => /^[-a-z0-9]{3,8}$/.test(value)),
    remote,
    networks: nonEmptyList(network, 50),
  },
  {
    mark: record({
      path: text('SVG path data of at most 1,000 characters', (value) =>
        /^[Mm][MLHVCSQTAZmlhvcsqtaz\d\s,.-]{1,999}$/.test(value),
      ),
      hue: integer(0, 360),
    }),
  },
) as Shape<FamilySource>;

const wholeOrigin = 'a whole https origin such as https://wallet.example, without a path or a / at its end';

const origins = list(
  text(wholeOrigin, (value) => isOrigin(value) && (/^https:/.test(value) || isLocal(value))),
  50,
);

const sources = list(
  text('an https address without a password, or an origin such as https://images.example', (value) =>
    isReachable(value),
  ),
  50,
);

const anyAddress = text(
  `an https or wss address, an http or ws one of this machine, or ${localSockets}`,
  (value) => value === localSockets || isReachable(value, /^(http|ws)s?:\/\//i),
);

const workers = list(
  text(
    'the path of a script below a folder of the application, such as assets/worker-*.js, where * is any part of a name',
    (value) => /^([\w@~-][\w@.~-]*\/)+[\w@*~-][\w@.*~-]*\.m?js$/.test(value),
  ),
  50,
);

const app: Shape<ApplicationConfig> = record(
  {},
  {
    connect: list(anyAddress, 50),
    images: sources,
    fonts: sources,
    styles: sources,
    media: sources,
    frames: origins,
    workers: (value, place) => {
      if (value === true)
        throw new Malformed(place, 'a list of the files that are workers, such as ["assets/worker-*.js"]');
      return workers(value, place);
    },
    trustedTypes: list(
      text(
        'a name of letters, digits and -#=_/@.% other than linkspan',
        (value) => /^[\w\-#=/@.%]{1,60}$/.test(value) && value !== 'linkspan',
      ),
      20,
    ),
    scripts: list(
      record({
        url: webAddress,
        integrity: text('a hash such as sha384-…', (value) =>
          /^sha(256|384|512)-[A-Za-z\d+/]+={0,2}$/.test(value),
        ),
      }),
      20,
    ),
  },
);

const color = text(
  'a color as #rgb, #rrggbb or oklch(L C H)',
  (value) => parseColor(value) !== undefined,
  60,
);
const colors = record({ light: color, dark: color });

/** A name as CSS reads it without quotes, or anything of the same letters within them. */
const font = String.raw`(?:"[\p{L}\d -]+"|'[\p{L}\d -]+'|-?\p{L}[\p{L}\d-]*(?: +-?\p{L}[\p{L}\d-]*)*)`;
const fonts = new RegExp(`^${font}(?: *, *${font})*$`, 'u');

const brand = record(
  {},
  {
    logo: file,
    favicon: file,
    accent: ((value, place) =>
      typeof value === 'object' ? colors(value, place) : color(value, place)) as Shape<Brand['accent']>,
    radius: integer(0, 28),
    font: text(
      'a list of fonts such as "Example Sans", sans-serif: letters, digits, spaces, commas, quotes and hyphens',
      (value) => fonts.test(value),
      300,
    ),
  },
);

const page = record(
  { title: name, families: nonEmptyList(family, 50) },
  {
    $schema: text(),
    brand,
    identities: list(
      record({
        identity: text(
          'a reverse domain name in small letters such as app.example',
          (value) => /^[a-z0-9-]+(\.[a-z0-9_-]+)+$/.test(value),
          90,
        ),
        families: list(text('the id of a family', isFamilyId), 50),
      }),
      200,
    ),
    practice: record({
      module: text(
        'a path that begins with /, or an http(s) address',
        (value) => /^\/(?!\/)/.test(value) || isWebAddress(value),
      ),
      label: name,
    }),
    telemetry: record({ url: webAddress }, { service: name }),
    links: list(
      record({
        title: name,
        url: text(
          'an http(s) address, or a path of this site that begins with /',
          (value) => /^\/(?![/\\])/.test(value) || isWebAddress(value),
        ),
      }),
      8,
    ),
    development: oneOf([true]),
    preview: text('one line of 1 to 200 characters', (value) => /^(?!\s*$)\P{Cc}+$/u.test(value), 200),
    connect: list(anyAddress, 50),
    app,
    frames: origins,
    framedBy: origins,
  },
) as Shape<ConfigSource>;

/** The configuration of a file, from unknown. Throws `config/malformed` or `config/duplicate`, with the field. */
export function parseConfig(value: unknown): ConfigSource {
  const config = readConfig(page, value);
  assertDistinct(config.families.map(({ id }, index) => [`families[${index}].id`, id]));
  assertDistinct(config.families.map(({ remote }, index) => [`families[${index}].remote.name`, remote.name]));
  // Two writings of one address would be one rule of the import map.
  assertApart(
    config.families.map(({ remote }, index) => [
      `families[${index}].remote.url`,
      isOwnPath(remote.url) ? remote.url : new URL(remote.url).href,
    ]),
  );
  const identities = config.identities ?? [];
  assertDistinct(identities.map(({ identity }, index) => [`identities[${index}].identity`, identity]));
  const ids = config.families.map(({ id }) => id);
  for (const [index, { families }] of identities.entries()) {
    const places = families.map((id, at) => [`identities[${index}].families[${at}]`, id] as const);
    assertDistinct(places);
    const [unknown] = places.find(([, id]) => !ids.includes(id)) ?? [];
    if (unknown) throw toMistake(unknown, `a family of this page: ${ids.join(', ')}`);
  }
  for (const name of ['frames', 'framedBy'] as const) {
    const local = config.practice ? -1 : (config[name] ?? []).findIndex(isLocal);
    if (local >= 0) throw toMistake(`${name}[${local}]`, wholeOrigin);
  }
  config.families.forEach(({ networks, namespace }, index) => {
    const place = `families[${index}].networks`;
    assertDistinct(networks.map(({ id }, at) => [`${place}[${at}].id`, id]));
    const foreign = networks.findIndex(({ id }) => namespaceOf(id) !== namespace);
    if (foreign >= 0) throw toMistake(`${place}[${foreign}].id`, `in the family's namespace, ${namespace}`);
  });
  return config;
}

/** The part of it that is written into the page. */
export function toPageConfig({
  $schema: _schema,
  brand: _,
  preview: _preview,
  app,
  ...config
}: ConfigSource): PageConfig {
  const families = config.families.map(({ remote: { package: _, root, live, ...remote }, ...family }) => ({
    ...family,
    remote,
  }));
  return { ...config, families, ...(app && { app: toPageApp(app) }) };
}

/** The headers alone need the other lists, and each page names its scripts. */
function toPageApp({ styles, frames, workers, trustedTypes }: ApplicationConfig): ApplicationConfig {
  return JSON.parse(JSON.stringify({ styles, frames, workers, trustedTypes }));
}

/** No address may be below another: the files of one remote would be in the other's part of the import map. */
function assertApart(entries: readonly (readonly [place: string, address: string])[]): void {
  assertDistinct(entries);
  for (const [place, address] of entries)
    for (const [, above] of entries)
      if (address !== above && address.startsWith(above))
        throw toMistake(place, `an address that is not below ${above}`);
}

function assertDistinct(entries: readonly (readonly [place: string, value: string])[]): void {
  const seen = new Set<string>();
  for (const [place, value] of entries) {
    if (seen.has(value)) throw new LinkspanError('config/duplicate', { place, value });
    seen.add(value);
  }
}

/** Where the releases of packages are in a site, each remote's in a folder of its own. */
export const packagesFolder = '/assets/linkspan/';

/** Whether a remote's address is a path of the page's own origin. */
export function isOwnPath(url: string): boolean {
  return url.startsWith('/');
}

/** A site of this machine, as practice has it. */
function isLocal(origin: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(origin);
}

function isFolderAddress(value: string): boolean {
  return isReachable(value) && value.endsWith('/') && !/[?#]/.test(value);
}

function isWebAddress(value: string): boolean {
  return isAddress(value, /^https?:\/\//i);
}

/** Whether a page on https can reach an address: mixed content is refused, except of the device itself. */
function isReachable(value: string, form = /^https?:\/\//i): boolean {
  if (!isAddress(value, form)) return false;
  return /^(https|wss):/i.test(value) || isLocalNetwork({ rpc: [value] });
}

/** Whether a value is an address of this form without a password, which a page may not fetch. */
function isAddress(value: string, form: RegExp): boolean {
  if (!form.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** Throws `config/malformed` with the field. */
function readConfig<Value>(shape: Shape<Value>, value: unknown): Value {
  try {
    return shape(value, '');
  } catch (cause) {
    if (!isA(cause, Malformed)) throw cause;
    throw toMistake(cause.place, cause.expected, cause);
  }
}

/** The error of a malformed field: `expected` completes "should be". */
export function toMistake(place: string, expected: string, cause?: unknown): LinkspanError {
  return new LinkspanError('config/malformed', { place, expected }, { cause });
}
