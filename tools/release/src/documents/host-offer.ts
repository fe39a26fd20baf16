import { dictionary, fitsContract, fitsRange, Malformed, text } from '@linkspan/contract';
import { type Manifest, openRecord } from '@linkspan/trust';
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

const fields = openRecord({
  contract: text('a contract such as 1.0', (value) => /^\d{1,4}\.\d{1,4}$/.test(value)),
  offered: dictionary(text(), text('a version', undefined, 64), 100),
});

/** An offer from the text of its file; fields that are not known are left to newer readers. Throws `Malformed`. */
export function parseHostOffer(content: string): HostOffer {
  try {
    return fields(JSON.parse(content), hostOfferName);
  } catch (cause) {
    if (cause instanceof Malformed) throw cause;
    throw Object.assign(new Malformed(hostOfferName, 'JSON'), { cause });
  }
}

/** What one page said when it was asked what it offers. */
export type Answer =
  | { readonly host: string; readonly offer: HostOffer; readonly failure?: never }
  | { readonly host: string; readonly offer?: never; readonly failure: string };

async function readOffer(host: string, { fetch }: Pick<Context, 'fetch'>): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(offerDeadlineMs);
    const response = await fetch(new URL(hostOfferName, host), { cache: 'no-store', signal });
    if (!response.ok) return { host, failure: `it answered ${response.status}` };
    const bytes = await readAtMost(response, maxOfferBytes);
    return { host, offer: parseHostOffer(new TextDecoder().decode(bytes)) };
  } catch (error) {
    const { name, message, cause } = error as Error;
    if (error instanceof Malformed) return { host, failure: `what it says is no offer: ${message}` };
    if (name === 'TimeoutError')
      return { host, failure: `it did not answer within ${offerDeadlineMs / 1000} seconds` };
    return { host, failure: cause instanceof Error ? cause.message : message };
  }
}

/** Why a page could not run a release, in words that follow its address; undefined if it could. */
export function describeMismatch(
  { contract, shared }: Manifest,
  { offer, failure }: Answer,
): string | undefined {
  if (offer === undefined) return failure;
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
 * Asks live pages, whose addresses end in `/`, whether they can run a release, and returns a line for each. Rejects with
 * `command/no-host-answers` or `command/no-host-fits` if none can.
 */
export async function askHosts(
  manifest: Manifest,
  hosts: readonly string[],
  context: Pick<Context, 'fetch' | 'progress'>,
): Promise<readonly string[]> {
  context.progress('Asking the live pages what they offer');
  const answers = await Promise.all(hosts.map((host) => readOffer(host, context)));
  const lacks = answers.map((answer) => ({ host: answer.host, lack: describeMismatch(manifest, answer) }));
  if (lacks.some(({ lack }) => lack === undefined))
    return lacks.map(({ host, lack }) => (lack === undefined ? `${host} can run it.` : `${host}: ${lack}.`));
  const detail = lacks.map(({ host, lack }) => `${host}: ${lack}`).join('; ');
  if (answers.every(({ offer }) => offer === undefined))
    throw new Refusal(
      'command/no-host-answers',
      `No page said what it offers, so nobody knows whether one could run this: ${detail}. Nothing was written; try again later, or name a page that answers by --host URL.`,
    );
  throw new Refusal(
    'command/no-host-fits',
    `No live page could run ${manifest.remote} ${manifest.version}: ${detail}. Nothing was written; deploy a page that offers what it needs, then run this again.`,
  );
}
