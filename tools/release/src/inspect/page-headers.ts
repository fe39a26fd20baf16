import { type Policy, parsePolicy } from './csp.ts';
import type { Noted } from './doctor-texts.ts';
import type { FoundPage } from './page-data.ts';
import type { Answer } from './request.ts';

/** What the deploy of the host writes for every page, beside the policy. */
const others = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), …',
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'DENY',
};

/** What every policy of the deploy closes. */
const closed = ['object-src', 'base-uri', 'form-action', 'frame-ancestors', 'script-src-attr'];

/** Sources that let in what nobody listed. */
const wide = /^(\*|https?:|wss?:|data:|'unsafe-eval'|'unsafe-hashes')$/i;

/**
 * Whether the headers of a page let it do what its configuration names, and not much more. What the deploy wrote is not
 * served, so the configuration in the page is what they are held against.
 */
export function examineHeaders(
  { address, headers }: Pick<Answer, 'address' | 'headers'>,
  page: FoundPage,
): readonly Noted[] {
  const policy = headers.get('content-security-policy');
  return [
    ...(policy === null ? [] : examinePolicy(address, policy, page)),
    ...examineOpener(address, headers.get('cross-origin-opener-policy')),
    ...Object.entries(others)
      .filter(([name]) => !headers.has(name))
      .map(([name, wanted]): Noted => ({ code: 'doctor/page-header', address, values: { name, wanted } })),
  ];
}

function examinePolicy(address: string, text: string, { reached, remotes }: FoundPage): readonly Noted[] {
  const policy = parsePolicy(text);
  const { origin } = new URL(address);
  const missing = (name: string, addresses: readonly string[]) =>
    addresses.filter((one) => !isAllowed(sourcesOf(policy, name), one, origin));
  const kept = new Set([
    ...missing(
      'script-src',
      remotes.map(({ url }) => url),
    ),
    ...missing('connect-src', reached),
  ]);
  const loose = findLoose(policy);
  return [
    ...(kept.size === 0
      ? []
      : [{ code: 'doctor/policy-keeps', address, values: { addresses: [...kept].join(', ') } } as const]),
    ...(loose.length === 0
      ? []
      : [{ code: 'doctor/policy-loose', address, values: { detail: loose.join(', ') } } as const]),
  ];
}

function findLoose(policy: Policy): readonly string[] {
  const opened = closed
    .filter((name) => policy.get(name)?.join(' ') !== "'none'")
    .map((name) => `${name} is not 'none'`);
  const listed = ['script-src', 'connect-src'].flatMap((name) =>
    (sourcesOf(policy, name) ?? ['*']).filter((one) => wide.test(one)).map((one) => `${name} has ${one}`),
  );
  const trusted = policy.has('require-trusted-types-for') ? [] : ['require-trusted-types-for is missing'];
  return [...opened, ...listed, ...trusted];
}

/** Wallets that open a window answer the page that opened them. */
function examineOpener(address: string, found: string | null): readonly Noted[] {
  if (found === 'same-origin-allow-popups') return [];
  const code =
    found === 'same-origin' || found === 'noopener-allow-popups' ? 'doctor/opener' : 'doctor/page-header';
  const values = {
    name: 'cross-origin-opener-policy',
    wanted: 'same-origin-allow-popups',
    found: found ?? '',
  };
  return [{ code, address, values }];
}

function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  return policy.get(name) ?? policy.get('default-src');
}

/** CSP 3, "Does url match expression in origin?", for whole addresses and folders; without wildcards in names. */
function isAllowed(sources: readonly string[] | undefined, address: string, origin: string): boolean {
  const url = new URL(address);
  return (sources ?? ['*']).some((source) => {
    if (source === '*' || source === url.protocol) return true;
    if (source === "'self'") return url.origin === origin;
    if (!URL.canParse(source)) return source === url.host;
    const { origin: from, pathname } = new URL(source);
    if (from !== url.origin) return false;
    const [own, listed] = [decode(url.pathname), decode(pathname)];
    return listed === '/' || own === listed || (listed.endsWith('/') && own.startsWith(listed));
  });
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
