import { LinkspanError, list, localSockets, Malformed, type Shape, text } from '@linkspan/contract';
import { type Root, rootFormat } from '@linkspan/trust';
import { splitPage } from '../site/describe-page.ts';

/** What a deployed page says of itself, as far as a doctor needs it. */
export interface FoundPage {
  readonly hostModule: string;
  /** The first module; pages before it had none. */
  readonly early?: string;
  /** Its own files that it names with a hash, by their addresses, each with its integrity metadata. */
  readonly hashed: ReadonlyMap<string, string>;
  readonly remotes: readonly FoundRemote[];
  /** Whether it takes signed releases alone. */
  readonly isSigned: boolean;
  /** What its configuration names to be connected to: remotes, chains, and what wallets need. */
  readonly reached: readonly string[];
  /** Whose sites wallets may show in frames. */
  readonly framed: readonly string[];
  /** Who may show the page in a frame. */
  readonly framedBy: readonly string[];
}

/** A remote of a page. */
export interface FoundRemote {
  readonly name: string;
  /** An address: what the page has as a path is resolved. */
  readonly url: string;
  readonly root?: Root;
  /** Where the page has a copy of its live document, as a path. */
  readonly copy?: string;
}

/** What the page at an address carries for its inline script, from its HTML; undefined if it is no page of this product. */
export function findPageData(html: string, base: string): FoundPage | undefined {
  const found = splitPage(html);
  if (found === undefined) return undefined;
  try {
    const page = toPage(found.data, base);
    return { ...page, hashed: new Map([...page.hashed, ...findHashedLinks(found.tags)]) };
  } catch (error) {
    if (error instanceof Malformed || error instanceof LinkspanError) return undefined;
    throw error;
  }
}

/** Addresses in links, each with its integrity metadata. */
function findHashedLinks(tags: readonly string[]): readonly (readonly [string, string])[] {
  const links = tags.filter((tag) => /^<link\b/i.test(tag));
  return links.flatMap((link) => {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(link)?.[1];
    const [address, integrity] = [read('href'), read('integrity')];
    return address === undefined || integrity === undefined ? [] : [[address, integrity] as const];
  });
}

/** The fields of an object that are looked at; what else is there is left to the page. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const remoteAddress = text(
  'an http(s) address or a path',
  (value) => /^(https?:\/)?\//.test(value) && URL.canParse(value, 'https://page.invalid'),
);
const reachable: Shape<string> = text('an address', (value) => value === localSockets || URL.canParse(value));
const anything: Shape<unknown> = (value) => value;

function listOf(value: unknown): readonly unknown[] {
  return list(anything, 100)(value ?? [], 'a list');
}

function toPage(value: unknown, base: string): FoundPage {
  const { config, trust, hostModule, early, own } = fieldsOf(value);
  const trusted = list(anything, 50)(fieldsOf(trust).remotes ?? [], 'trust.remotes').map(fieldsOf);
  const families = list(anything, 50)(fieldsOf(config).families, 'families');
  const networks = families.flatMap((family) => listOf(fieldsOf(family).networks)).map(fieldsOf);
  const hashed = Object.entries(fieldsOf(fieldsOf(own).integrity));
  const remotes = families.map((family) => {
    const { name, url } = fieldsOf(fieldsOf(family).remote);
    const own = trusted.find((one) => one.name === name) ?? {};
    return {
      name: text()(name, 'name'),
      url: new URL(remoteAddress(url, 'url'), base).href,
      ...(own.root !== undefined && { root: rootFormat.shape(own.root, 'root') }),
      ...(own.copy !== undefined && { copy: text()(own.copy, 'copy') }),
    };
  });
  return {
    hostModule: text()(hostModule, 'hostModule'),
    ...(early !== undefined && { early: text()(early, 'early') }),
    hashed: new Map(hashed.map(([path, one]) => [path, text()(one, `own.integrity.${path}`)])),
    reached: [
      ...remotes.map(({ url }) => url),
      ...networks.flatMap(({ rpc, ws }) => [...listOf(rpc), ...(ws === undefined ? [] : [ws])]),
      ...listOf(fieldsOf(config).connect),
    ].map((one) => reachable(one, 'reached')),
    framed: listOf(fieldsOf(config).frames).map((one) => reachable(one, 'frames')),
    framedBy: listOf(fieldsOf(config).framedBy).map((one) => reachable(one, 'framedBy')),
    isSigned: trust !== undefined,
    remotes,
  };
}
