import { LinkspanError, list, Misshapen, type Shape, text } from '@linkspan/contract';
import { type HostKeys, parseHostKeys, type Root, rootFormat } from '@linkspan/trust';

/** What a deployed page says of itself, as far as a doctor needs it. */
export interface FoundPage {
  readonly hostModule: string;
  readonly remotes: readonly FoundRemote[];
  /** Whether it takes signed releases alone. */
  readonly isSigned: boolean;
  readonly blocklist?: { readonly url: string; readonly keys: HostKeys };
}

/** A remote of a page. */
export interface FoundRemote {
  readonly name: string;
  readonly url: string;
  readonly root?: Root;
  /** Where the page has a copy of its live document, as a path. */
  readonly copy?: string;
}

/** What the page carries for its inline script, from its HTML; undefined where it is no page of this product. */
export function findPageData(html: string): FoundPage | undefined {
  const [, json] = /<script type="application\/json" id="linkspan-page">(.*?)<\/script>/s.exec(html) ?? [];
  if (json === undefined) return undefined;
  try {
    return toPage(JSON.parse(json));
  } catch (error) {
    if (error instanceof Misshapen || error instanceof SyntaxError || error instanceof LinkspanError)
      return undefined;
    throw error;
  }
}

/** The fields of an object that are looked at; what else is there is left to the page. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const address: Shape<string> = text(
  'an http(s) address',
  (value) => /^https?:\/\//.test(value) && URL.canParse(value),
);
const anything: Shape<unknown> = (value) => value;

function toPage(value: unknown): FoundPage {
  const { config, trust, hostModule } = fieldsOf(value);
  const trusted = list(anything, 50)(fieldsOf(trust).remotes ?? [], 'trust.remotes').map(fieldsOf);
  const families = list(anything, 50)(fieldsOf(config).families, 'families');
  const { blocklist } = fieldsOf(trust);
  return {
    hostModule: text()(hostModule, 'hostModule'),
    isSigned: trust !== undefined,
    remotes: families.map((family) => {
      const { name, url } = fieldsOf(fieldsOf(family).remote);
      const own = trusted.find((one) => one.name === name) ?? {};
      return {
        name: text()(name, 'name'),
        url: address(url, 'url'),
        ...(own.root !== undefined && { root: rootFormat.shape(own.root, 'root') }),
        ...(own.copy !== undefined && { copy: text()(own.copy, 'copy') }),
      };
    }),
    ...(blocklist !== undefined && { blocklist: toBlocklist(fieldsOf(blocklist)) }),
  };
}

function toBlocklist({ url, keys }: Readonly<Record<string, unknown>>): NonNullable<FoundPage['blocklist']> {
  return { url: address(url, 'blocklist.url'), keys: parseHostKeys(keys, 'blocklist.keys') };
}
