import { hasCode } from '@linkspan/contract';
import { liveDocumentName } from '@linkspan/trust';
import { manifestOf, parseLive } from '../documents/live.ts';
import { integrityOf } from '../files.ts';
import type { DoctorNote } from './doctor-texts.ts';
import { findingTexts } from './doctor-texts.ts';
import { examineHeaders } from './headers.ts';
import type { FoundPage } from './page-data.ts';
import type { Ask } from './request.ts';
import { type Answer, isThere } from './request.ts';

/** As what a browser must not be given anything of a store: it would be a page, or a worker, of the page's origin. */
const refused = ['document', 'iframe', 'serviceworker'];

/** What a store must not say for the page's origin. */
const kept = ['set-cookie', 'clear-site-data', 'service-worker-allowed', 'refresh', 'link', 'location'];

/** Looks at each route of a page through its own origin to a remote's store. */
export async function examineRoutes(
  page: string,
  { remotes }: Pick<FoundPage, 'remotes'>,
  ask: Ask,
): Promise<readonly DoctorNote[]> {
  const routed = remotes.flatMap(({ name, route }) => (route === undefined ? [] : [{ name, route }]));
  if (routed.length === 0) return [];
  const found = await Promise.all(
    routed.map(({ name, route }) => examineRoute(name, new URL(route, page).href, ask)),
  );
  const notes = found.flat();
  if (notes.some(({ code }) => findingTexts[code].level === 'wrong')) return notes;
  return [...notes, { code: 'doctor/routes' }];
}

async function examineRoute(remote: string, route: string, ask: Ask): Promise<readonly DoctorNote[]> {
  const address = new URL(liveDocumentName, route).href;
  const { origin } = new URL(route);
  const answer = await ask(address, { 'sec-fetch-dest': 'empty' });
  const notes: DoctorNote[] = [...examineHeaders(answer, { caching: 'fresh', isShared: false }, origin)];
  if (isThere(answer)) {
    notes.push(...noteHeaders(answer));
    notes.push(...(await examineDiscoveries({ remote, route, bytes: answer.bytes }, ask)));
  }
  const as = refused.map((dest) => ({ dest, asked: ask(address, { 'sec-fetch-dest': dest }) }));
  for (const { dest, asked } of as) {
    const other = await asked;
    if (isThere(other)) notes.push({ code: 'doctor/route-open', address, values: { dest } });
  }
  const more = await ask(new URL('root/1.json', route).href, { 'sec-fetch-dest': 'empty' });
  if (isThere(more)) notes.push({ code: 'doctor/route-wide', address: more.address });
  return notes;
}

function noteHeaders({ address, headers }: Answer): readonly DoctorNote[] {
  const policy = headers.get('content-security-policy') ?? '';
  const isShut = /(^|[;,]\s*)sandbox\s*(;|,|$)/.test(policy) && /default-src 'none'/.test(policy);
  return [
    ...(isShut ? [] : [{ code: 'doctor/route-policy', address } as const]),
    ...(headers.get('x-content-type-options')?.toLowerCase() === 'nosniff'
      ? []
      : [{ code: 'doctor/route-nosniff', address } as const]),
    ...kept
      .filter((name) => headers.has(name))
      .map((name): DoctorNote => ({ code: 'doctor/route-header', address, values: { name } })),
  ];
}

/** A discovery that comes by a route must be the listed one, and a script. */
async function examineDiscoveries(
  {
    remote,
    route,
    bytes,
  }: { readonly remote: string; readonly route: string; readonly bytes: Answer['bytes'] },
  ask: Ask,
): Promise<readonly DoctorNote[]> {
  const { origin } = new URL(route);
  const notes: DoctorNote[] = [];
  for (const { address, integrity } of listDiscoveries(remote, route, bytes)) {
    const answer = await ask(address, { 'sec-fetch-dest': 'script' });
    notes.push(...examineHeaders(answer, { caching: 'immutable', isShared: false }, origin));
    if (!isThere(answer)) continue;
    notes.push(...noteHeaders(answer));
    if (integrityOf(answer.bytes) !== integrity) notes.push({ code: 'doctor/altered', address });
  }
  return notes;
}

/** The discovery of each live release by a route; none if the document cannot be read, which its own address tells. */
function listDiscoveries(remote: string, route: string, bytes: Answer['bytes']) {
  try {
    return parseLive(bytes, remote).releases.map((release) => {
      const { discovery, files } = manifestOf(release, remote);
      const address = new URL(discovery, new URL(release.path, route)).href;
      return { address, integrity: files.find(({ path }) => path === discovery)?.integrity };
    });
  } catch (error) {
    if (hasCode(error, 'release/malformed')) return [];
    throw error;
  }
}
