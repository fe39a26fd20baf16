import { clockHintMs, clockWrongMs } from '../limits.ts';
import { toSpan } from '../time.ts';
import type { DoctorNote } from './doctor-texts.ts';
import type { Ask } from './request.ts';
import { type Answer, isThere } from './request.ts';

/** What is to be said of the server as a whole, from one of its answers. `now` in milliseconds since 1970. */
export function examineServer(answer: Answer, now: number): readonly DoctorNote[] {
  return [...noteTransport(answer), ...noteClock(answer, now)];
}

/** Whether browsers take an address for secure although it is not HTTPS. */
function isLocal({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function noteTransport({ address, headers }: Answer): readonly DoctorNote[] {
  const url = new URL(address);
  if (isLocal(url)) return [];
  if (url.protocol !== 'https:') return [{ code: 'doctor/insecure', address }];
  return headers.has('strict-transport-security') ? [] : [{ code: 'doctor/hsts', address: url.origin }];
}

/** What came from a cache may carry the time at which the cache got it. */
function noteClock({ address, headers }: Answer, now: number): readonly DoctorNote[] {
  const date = Date.parse(headers.get('date') ?? '');
  const ageMs = Number(headers.get('age') ?? 0) * 1000;
  const apartMs = Math.max(date - now, now - ageMs - date);
  if (Number.isNaN(apartMs) || apartMs <= clockHintMs) return [];
  const code = apartMs > clockWrongMs ? 'doctor/clock-far' : 'doctor/clock';
  return [{ code, address: new URL(address).origin, values: { span: toSpan(apartMs) } }];
}

/** What should not be served at all, in the folders of these addresses, each ending in `/`. */
export async function examinePrivate(ask: Ask, folders: readonly string[]): Promise<readonly DoctorNote[]> {
  const names = ['.linkspan/', '.linkspan/lock', '.linkspan/keys/'];
  const addresses = [
    ...new Set(folders.flatMap((folder) => names.map((name) => new URL(name, folder).href))),
  ];
  const answers = await Promise.all(addresses.map((address) => ask(address)));
  return answers.filter(isThere).map(({ address }) => ({ code: 'doctor/own-folder', address }));
}

/** What the deploy has written for the server and not for visitors, in the folder of a page, which ends in `/`. */
export async function examineWritten(ask: Ask, folder: string): Promise<readonly DoctorNote[]> {
  const answers = await Promise.all(
    ['.headers/headers.json', '.headers/nginx.conf'].map((name) => ask(new URL(name, folder).href)),
  );
  return answers
    .filter(isThere)
    .filter(({ headers }) => !/html/i.test(headers.get('content-type') ?? ''))
    .map(({ address }): DoctorNote => ({ code: 'doctor/headers-served', address }));
}
