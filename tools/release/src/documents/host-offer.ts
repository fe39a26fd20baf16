import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dictionary, field, fitsContract, fitsRange, list, Malformed, text } from '@linkspan/contract';
import { type Manifest, openRecord } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { readAtMost } from '../files.ts';
import { maxOfferBytes, offerDeadlineMs } from '../limits.ts';
import { findOwnRemote } from '../packages.ts';
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
 * `command/no-host-answers` or `command/host-misfit` if one of them did not say, or cannot, unless `isForSome`.
 */
export async function askHosts(
  manifest: Manifest,
  hosts: readonly string[],
  { isForSome, ...context }: Pick<Context, 'fetch' | 'progress'> & { readonly isForSome: boolean },
): Promise<readonly string[]> {
  context.progress('Asking the live pages what they offer');
  const answers = await Promise.all(hosts.map((host) => readOffer(host, context)));
  const lacks = answers.map((answer) => ({ ...answer, lack: describeMismatch(manifest, answer) }));
  const lacking = lacks.filter(({ lack }) => lack !== undefined);
  if (lacking.length === 0 || isForSome)
    return lacks.map(({ host, lack }) =>
      lack === undefined ? `${host} can run it.` : `${host}: ${lack}. It keeps the newest that it can run.`,
    );
  const detail = lacking.map(({ host, lack }) => `${host}: ${lack}`).join('; ');
  const step =
    'Nothing was written. --for-some promotes it all the same; such pages keep the newest that they can run';
  if (lacking.every(({ offer }) => offer === undefined))
    throw new Refusal(
      'command/no-host-answers',
      `Not every page said what it offers, so nobody knows whether it could run this: ${detail}. ${step}.`,
    );
  throw new Refusal(
    'command/host-misfit',
    `Not every page could run ${manifest.remote} ${manifest.version}: ${detail}. ${step}, or deploy pages that offer what it needs.`,
  );
}

/** The field of a remote's `package.json` with its team's settings: `"linkspan": { "pages": ["https://…/"] }`. */
const settings = openRecord({ pages: list(text(), 100) });

/**
 * The pages that a remote's team lists in the `package.json` of its folder, each ending in `/`: none if there is no such file,
 * or it is another package's. Throws `command/pages-malformed`.
 */
export async function readListedPages(folder: string, remote: string): Promise<readonly string[]> {
  if ((await findOwnRemote(folder)) !== remote) return [];
  const found = field(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), 'linkspan');
  if (found === undefined) return [];
  try {
    return settings(found, 'linkspan').pages.map((page, at) => {
      const address = toPageAddress(page);
      if (address === undefined) throw new Malformed(`linkspan.pages[${at}]`, 'the address of a page');
      return address;
    });
  } catch (cause) {
    throw new Refusal(
      'command/pages-malformed',
      `The package.json of ${remote} should list its pages as "linkspan": { "pages": ["https://wallet.example/"] }. ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** The address of a page, ending in `/`; undefined if it is none. */
export function toPageAddress(given: string): string | undefined {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return undefined;
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}
