import { isOrigin, localSockets } from '@linkspan/contract';

/** The sources of each directive of a Content-Security-Policy, by its name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** CSP 3, "Parse a serialized CSP": of two directives of one name the first counts. */
export function parsePolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** What a policy allows that another does not, in words, and the other way round. */
export interface PolicyChange {
  readonly looser: readonly string[];
  readonly stricter: readonly string[];
}

/** Of these more is stricter: Trusted Types, "require-trusted-types-for directive"; CSP, "sandbox" aside. */
const demands = new Set(['require-trusted-types-for', 'upgrade-insecure-requests']);

/** Compares two Content-Security-Policies of one policy each, directive by directive, without their fall-backs. */
export function comparePolicies(wanted: string, found: string): PolicyChange {
  const [before, after] = [parsePolicy(wanted), parsePolicy(found)];
  const looser: string[] = [];
  const stricter: string[] = [];
  for (const [name, sources] of before) {
    const now = after.get(name);
    if (now === undefined) {
      looser.push(`${name} is gone`);
      continue;
    }
    const [more, less] = [without(now, sources), without(sources, now)];
    const [added, gone] = demands.has(name) ? [stricter, looser] : [looser, stricter];
    for (const source of more) added.push(`${name} has ${source}`);
    for (const source of less) gone.push(`${name} lacks ${source}`);
  }
  for (const [name, sources] of after)
    if (!before.has(name)) stricter.push(`${[name, ...sources].join(' ')} is new`);
  return { looser, stricter };
}

function without(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => one !== "'none'" && !others.includes(one));
}

/** What every policy of the deploy closes. */
const closed = ['object-src', 'base-uri', 'form-action', 'script-src-attr'];

/** Sources that let in what nobody listed. */
const wide = /^(\*|https?:|wss?:|data:|'unsafe-eval'|'unsafe-hashes')$/i;

/**
 * In what a policy of a page of `origin` allows more than any page of this product needs, in words. `framedBy` are the
 * origins that its configuration lets frame the page.
 */
export function findLooseSources(
  policy: Policy,
  origin: string,
  framedBy: readonly string[],
): readonly string[] {
  const opened = closed
    .filter((name) => policy.get(name)?.join(' ') !== "'none'")
    .map((name) => `${name} is not 'none'`);
  const listed = ['script-src', 'connect-src'].flatMap((name) =>
    (sourcesOf(policy, name) ?? ['*']).filter((one) => wide.test(one)).map((one) => `${name} has ${one}`),
  );
  // A frame of the page's own origin, or of no origin, would be a realm without the page's policies.
  const framed = (sourcesOf(policy, 'frame-src') ?? ['*'])
    .filter((one) => one !== "'none'" && (!isOrigin(one) || one === origin))
    .map((one) => `frame-src has ${one}`);
  // CSP 3, "frame-ancestors": it does not fall back to `default-src`.
  const ancestors = (policy.get('frame-ancestors') ?? ['*'])
    .filter((one) => one !== "'none'" && (one === origin || !framedBy.includes(one)))
    .map((one) => `frame-ancestors has ${one}`);
  const trusted = policy.has('require-trusted-types-for') ? [] : ['require-trusted-types-for is missing'];
  return [...opened, ...listed, ...framed, ...ancestors, ...trusted];
}

/**
 * Whether a directive lets a page of `origin` load an address: CSP 3, "Does url match expression in origin?", for whole
 * addresses and folders, without wildcards in names.
 */
export function isAllowed(
  policy: Policy,
  directive: string,
  { address, origin }: { readonly address: string; readonly origin: string },
): boolean {
  const sources = sourcesOf(policy, directive) ?? ['*'];
  if (address === localSockets) return ['*', 'ws:', localSockets].some((one) => sources.includes(one));
  const url = new URL(address);
  return sources.some((source) => {
    if (source === '*' || source === url.protocol) return true;
    if (source === "'self'") return url.origin === origin;
    if (!URL.canParse(source)) return source === url.host;
    const { origin: from, pathname } = new URL(source);
    if (from !== url.origin) return false;
    const [own, listed] = [decode(url.pathname), decode(pathname)];
    return listed === '/' || own === listed || (listed.endsWith('/') && own.startsWith(listed));
  });
}

function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  return policy.get(name) ?? policy.get('default-src');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
