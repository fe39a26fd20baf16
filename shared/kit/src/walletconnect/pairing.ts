import { LinkspanError, type RemotePort } from '@linkspan/contract';
import { relayAnswerMs } from '../limits.ts';
import { raceRequest, within } from '../race.ts';
import type { Client, Namespaces, SessionRecord } from './client.ts';

/** A request for a session. */
export interface PairingRequest extends Pick<RemotePort, 'showPairing'> {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly namespaces: Namespaces;
  readonly apps: readonly { readonly name: string; readonly url: string }[];
  readonly signal: AbortSignal;
}

/** The answer of the relay, or `wallet/relay-unreachable` after ten seconds. */
export function withinRelay<Answer>(wallet: string, answer: Promise<Answer>): Promise<Answer> {
  const late = () => new LinkspanError('wallet/relay-unreachable', { wallet });
  return within(answer, relayAnswerMs, late);
}

/** The reason that the wallet receives if the page ends a session. */
export const ended = { code: 6000, message: 'User disconnected.' };

/**
 * Requests a session by an address that the page shows meanwhile, for five minutes. Rejects with the wallet's error, with
 * `wallet/relay-unreachable` if the relay does not answer, and with `wallet/cancelled`; then the pairing and a late session end.
 */
export async function pair(client: Client, asked: PairingRequest): Promise<SessionRecord> {
  const { wallet, namespaces, signal, showPairing } = asked;
  const proposing = client.connect({ optionalNamespaces: namespaces }).then(({ uri = '', approval }) => {
    const approved = approval();
    approved.catch(() => undefined);
    return { uri, approved };
  });
  proposing.catch(() => undefined);
  try {
    const { uri, approved } = await raceRequest(wallet, signal, () => withinRelay(wallet, proposing));
    const links = asked.apps.map(({ name, url }) => ({ name, url: url + encodeURIComponent(uri) }));
    showPairing({ wallet, uri, links, ...readExpiry(uri) });
    return await raceRequest(wallet, signal, () => approved);
  } catch (error) {
    proposing.then(({ uri, approved }) => end(client, uri, approved)).catch(() => undefined);
    throw error;
  } finally {
    showPairing();
  }
}

/** The end of a pairing, of which its URI (ERC-1328) tells the second. */
function readExpiry(uri: string): { readonly expiresAt?: string } {
  const [, seconds] = /[?&]expiryTimestamp=(\d{10})(?:&|$)/.exec(uri) ?? [];
  return seconds ? { expiresAt: new Date(Number(seconds) * 1_000).toISOString() } : {};
}

async function end(client: Client, uri: string, approved: Promise<SessionRecord>): Promise<void> {
  approved.then(({ topic }) => client.disconnect({ topic, reason: ended })).catch(() => undefined);
  const [, topic = ''] = /^wc:(\w+)@/.exec(uri) ?? [];
  await client.core.pairing.disconnect({ topic });
}
