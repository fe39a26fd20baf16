import { findLooseSources, isAllowed, parsePolicy } from './csp.ts';
import type { DoctorNote } from './doctor-texts.ts';
import type { FoundPage } from './page-data.ts';
import type { Answer } from './request.ts';

/** What the deploy of the host writes for every page, beside the policy. */
const others = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), …',
  'referrer-policy': 'strict-origin',
};

const unframed = { 'x-frame-options': 'DENY' };

/**
 * Whether the headers of a page let it do what its configuration names, and not much more. What the deploy wrote is not
 * served, so the configuration in the page is what they are held against.
 */
export function examinePageHeaders(
  { address, headers }: Pick<Answer, 'address' | 'headers'>,
  page: FoundPage,
): readonly DoctorNote[] {
  const policy = headers.get('content-security-policy');
  return [
    ...(policy === null ? [] : examinePolicy(address, policy, page)),
    ...examineOpener(address, headers.get('cross-origin-opener-policy')),
    ...Object.entries({ ...others, ...(page.framedBy.length === 0 && unframed) })
      .filter(([name]) => !headers.has(name))
      .map(
        ([name, wanted]): DoctorNote => ({ code: 'doctor/page-header', address, values: { name, wanted } }),
      ),
  ];
}

function examinePolicy(
  address: string,
  text: string,
  { reached, framed, framedBy, remotes }: FoundPage,
): readonly DoctorNote[] {
  const policy = parsePolicy(text);
  const { origin } = new URL(address);
  const missing = (name: string, addresses: readonly string[]) =>
    addresses.filter((one) => !isAllowed(policy, name, { address: one, origin }));
  const kept = new Set([
    ...missing(
      'script-src',
      remotes.map(({ url }) => url),
    ),
    ...missing('connect-src', reached),
    ...missing('frame-src', framed),
    ...framedBy.filter((one) => policy.get('frame-ancestors')?.includes(one) === false),
  ]);
  const loose = findLooseSources(policy, origin, framedBy);
  return [
    ...(kept.size === 0
      ? []
      : [{ code: 'doctor/policy-keeps', address, values: { addresses: [...kept].join(', ') } } as const]),
    ...(loose.length === 0
      ? []
      : [{ code: 'doctor/policy-loose', address, values: { detail: loose.join(', ') } } as const]),
  ];
}

/** Wallets that open a window answer the page that opened them. */
function examineOpener(address: string, found: string | null): readonly DoctorNote[] {
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
