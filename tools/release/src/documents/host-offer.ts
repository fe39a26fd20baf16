import { fitsContract, fitsRange, Malformed, record, type Shape, text } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { readAtMost } from '../files.ts';
import { maxOfferBytes, offerDeadlineMs } from '../limits.ts';
import type { Context } from '../verb.ts';

/** What a deployed page offers to the remotes that it loads. */
export interface HostOffer {
  /** The contract, `major.minor`. */
  readonly contract: string;
  /** The libraries that it shares, each with its version. */
  readonly offered: Readonly<Record<string, string>>;
}

/** The file beside a deployed page that says so. */
export const hostOfferName = 'linkspan.json';

const version = text('a version', undefined, 64);
const libraries: Shape<HostOffer['offered']> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(place, 'an object of versions');
  const entries = Object.entries(value).slice(0, 100);
  return Object.freeze(
    Object.fromEntries(entries.map(([name, one]) => [name, version(one, `${place}.${name}`)])),
  );
};
const fields: Shape<HostOffer> = record({
  contract: text('a contract such as 1.0', (value) => /^\d{1,4}\.\d{1,4}$/.test(value)),
  offered: libraries,
});

/** An offer from the text of its file; fields that are not known are left to newer readers. Throws `Malformed`. */
export function parseHostOffer(content: string): HostOffer {
  const value: unknown = parseJson(content);
  const { contract, offered } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<HostOffer>;
  return fields({ contract, offered }, hostOfferName);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw Object.assign(new Malformed(hostOfferName, 'JSON'), { cause });
  }
}

/** What one page said when it was asked what it offers. */
export type Answer =
  | { readonly host: string; readonly offer: HostOffer; readonly failure?: never }
  | { readonly host: string; readonly offer?: never; readonly failure: string };

/** Asks every page, at the same time, what it offers. `hosts` are addresses that end in `/`. */
function readOffers(hosts: readonly string[], { fetch }: Pick<Context, 'fetch'>): Promise<readonly Answer[]> {
  return Promise.all(
    hosts.map(async (host) => {
      try {
        return { host, offer: parseHostOffer(await readOffer(new URL(hostOfferName, host), fetch)) };
      } catch (cause) {
        return { host, failure: explain(cause) };
      }
    }),
  );
}

async function readOffer(address: URL, fetch: Context['fetch']): Promise<string> {
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(offerDeadlineMs) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return new TextDecoder().decode(await readAtMost(response, maxOfferBytes));
}

/** In words that follow the address of the page. */
function explain(cause: unknown): string {
  if (cause instanceof Malformed) return `what it says is no offer: ${cause.message}`;
  const { name, message, cause: reason } = cause as Error;
  if (name === 'TimeoutError') return `it did not answer within ${offerDeadlineMs / 1000} seconds`;
  return reason instanceof Error ? reason.message : message;
}

/**
 * Refuses a release that none of the pages that answered could run. Throws `command/no-host-answers`,
 * `command/no-host-fits`.
 */
function assertHostFits(manifest: Manifest, answers: readonly Answer[]): void {
  const lacks = answers.map((answer) => describeMismatch(manifest, answer));
  if (lacks.includes(undefined)) return;
  const detail = answers.map(({ host }, index) => `${host}: ${lacks[index]}`).join('; ');
  if (answers.every(({ offer }) => offer === undefined))
    throw new Refusal(
      'command/no-host-answers',
      `No page said what it offers, so nobody knows whether one could run this: ${detail}. Nothing was written; try again later, or name a page that answers by --host URL.`,
    );
  const { remote, version } = manifest;
  throw new Refusal(
    'command/no-host-fits',
    `No live page could run ${remote} ${version}: ${detail}. Nothing was written; deploy a page that offers what it needs, then run this again.`,
  );
}

/** Why a page could not run a release, in words that follow its address; undefined if it could. */
export function describeMismatch(manifest: Manifest, { offer, failure }: Answer): string | undefined {
  return offer === undefined ? failure : describeOfferMismatch(manifest, offer);
}

function describeOfferMismatch({ contract, shared }: Manifest, offer: HostOffer): string | undefined {
  if (!fitsContract(contract, offer.contract))
    return `it offers contract ${offer.contract}, and ${contract} is needed`;
  for (const [library, needs] of Object.entries(shared)) {
    const offers = Object.hasOwn(offer.offered, library) ? offer.offered[library] : undefined;
    if (offers === undefined || !fitsRange(needs, offers))
      return `it offers ${library} ${offers ?? 'not at all'}, and ${needs} is needed`;
  }
  return undefined;
}

/**
 * Asks live pages whether they can run a release, and returns a line for each. Rejects with what `assertHostFits` throws if
 * none can.
 */
export async function askHosts(
  manifest: Manifest,
  {
    hosts,
    context,
  }: { readonly hosts: readonly string[]; readonly context: Pick<Context, 'fetch' | 'progress'> },
): Promise<readonly string[]> {
  context.progress('Asking the live pages what they offer');
  const answers = await readOffers(hosts, context);
  assertHostFits(manifest, answers);
  return answers.map((answer) => {
    const lack = describeMismatch(manifest, answer);
    return lack === undefined ? `${answer.host} can run it.` : `${answer.host}: ${lack}.`;
  });
}
