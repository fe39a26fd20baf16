import { Misshapen } from '@linkspan/contract';
import { type HostOffer, hostOfferName, parseHostOffer } from '../documents/host-offer.ts';
import type { Means } from '../means.ts';

/** What one page said when it was asked what it offers. */
export type Answer =
  | { readonly host: string; readonly offer: HostOffer; readonly failure?: never }
  | { readonly host: string; readonly offer?: never; readonly failure: string };

const deadlineMs = 10_000;
const mostLength = 64_000;

/** Asks every page, side by side, what it offers. `hosts` are addresses that end in `/`. */
export function readOffers(
  hosts: readonly string[],
  { fetch }: Pick<Means, 'fetch'>,
): Promise<readonly Answer[]> {
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

async function readOffer(address: URL, fetch: Means['fetch']): Promise<string> {
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(deadlineMs) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const content = await response.text();
  if (content.length > mostLength) throw new Error('its answer is too long');
  return content;
}

/** In words that follow the address of the page. */
function explain(cause: unknown): string {
  if (cause instanceof Misshapen) return `what it says is no offer: ${cause.message}`;
  const { name, message, cause: reason } = cause as Error;
  if (name === 'TimeoutError') return `it did not answer within ${deadlineMs / 1000} seconds`;
  return reason instanceof Error ? reason.message : message;
}
