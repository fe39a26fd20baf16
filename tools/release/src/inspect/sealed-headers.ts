import { comparePolicies } from './csp.ts';
import { parseMediaType } from './headers.ts';
import type { Answer } from './request.ts';
import type { VerifyNote } from './verify-texts.ts';

/** What makes a browser store, load or send something: it is sealed, or it is a difference. */
const powerfulHeaders = [
  'access-control-allow-credentials',
  'clear-site-data',
  'content-disposition',
  'content-security-policy-report-only',
  'link',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'speculation-rules',
];

/** What of a value is told, in characters. */
const maxShown = 200;

/**
 * How the headers of an answer differ from the sealed ones, and its media type from the sealed `type`. `wanted` are the
 * values of a header as `headersOf` has them.
 */
export function compareHeaders(
  { address, headers }: Pick<Answer, 'address' | 'headers'>,
  wanted: ReadonlyMap<string, readonly string[]>,
  type: string,
): readonly VerifyNote[] {
  const found = headers.get('content-type') ?? 'nothing';
  return [
    ...(isSameType(type, found)
      ? []
      : [{ code: 'verify/type', address, values: { found: shorten(found), wanted: type } } as const]),
    ...[...wanted].flatMap(([name, values]) => compareHeader(address, { name, values }, headers.get(name))),
    ...powerfulHeaders
      .filter((name) => headers.has(name) && !wanted.has(name))
      .map(
        (name): VerifyNote => ({
          code: 'verify/header-more',
          address,
          values: { name, found: shorten(headers.get(name) ?? '') },
        }),
      ),
  ];
}

/** A charset that is left out is the one of the page, UTF-8. */
function isSameType(wanted: string, found: string): boolean {
  const [sealed, sent] = [parseMediaType(wanted), parseMediaType(found)];
  return sealed.essence === sent.essence && sealed.charset === (sent.charset ?? sealed.charset);
}

function compareHeader(
  address: string,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
  found: string | null,
): readonly VerifyNote[] {
  const value = values.at(-1) ?? '';
  if (found === null)
    return [{ code: 'verify/header-missing', address, values: { name, wanted: shorten(value) } }];
  const isWanted = (one: string) => normalize(name, found) === normalize(name, one);
  if (isWanted(value) || isWanted(values.join(', '))) return [];
  // Policies that are joined by a comma all hold, so that they are told as they stand.
  if (name !== 'content-security-policy' || found.includes(','))
    return [noteOther(address, name, `“${shorten(found)}” and not “${shorten(value)}”`)];
  const { looser, stricter } = comparePolicies(value, found);
  if (looser.length === 0) return [noteOther(address, name, toDetail(stricter))];
  return [{ code: 'verify/header-looser', address, values: { name, detail: toDetail(looser) } }];
}

function noteOther(address: string, name: string, detail: string): VerifyNote {
  return { code: 'verify/header-other', address, values: { name, detail } };
}

function toDetail(changes: readonly string[]): string {
  return shorten(changes.length === 0 ? 'its directives are in another order' : changes.join(', '));
}

/** Spaces tell nothing; in Cache-Control neither do order and case. */
function normalize(name: string, value: string): string {
  const text = value.trim().replace(/\s+/g, ' ');
  if (name !== 'cache-control') return text;
  return text
    .toLowerCase()
    .split(/\s*,\s*/)
    .sort()
    .join();
}

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
