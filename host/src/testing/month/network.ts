import type { Bytes } from '@linkspan/trust';
import type { Random } from '@linkspan/trust/testing';
import type { Fetch } from '../../releases/load-bytes.ts';
import { fakeConfig } from '../fake-shell.ts';
import type { Deploy } from './deploys.ts';
import { type Outage, outageAt } from './outages.ts';
import { dayMs, hourMs, rates } from './rates.ts';
import { lastAt } from './team-history.ts';
import type { TeamMonth } from './team-month.ts';
import type { Visit } from './visitor.ts';

/** What a visit's requests meet. */
export interface Surroundings {
  readonly teams: readonly TeamMonth[];
  /** The newest, beside whose page the copies are. */
  readonly deploy: Deploy;
  readonly network: Visit['network'];
  readonly random: Random;
  /** Milliseconds since 1970. */
  now(): number;
}

interface Answer {
  readonly status: number;
  readonly bytes?: Bytes;
}

const html: Answer = {
  status: 200,
  bytes: new TextEncoder().encode('<!doctype html><title>Welcome</title>'),
};
const notFound: Answer = { status: 404 };

/**
 * A `fetch` that answers documents as the world has them at the time, by way of a network and of stores with faults.
 * Its responses are no more than what the page reads of one: status and body.
 */
export function openNetwork({ teams, deploy, network, random, now }: Surroundings): Fetch {
  const { answerMs, slowAnswerMs, losesRequest } = rates.visitor;
  return (async (input: string, { signal }: { signal: AbortSignal }) => {
    await pass(random.magnitude(network === 'slow' ? slowAnswerMs : answerMs), signal);
    if (network === 'none' || random.chance(losesRequest)) throw new TypeError('Failed to fetch');
    const team = teams[fakeConfig.families.findIndex(({ remote }) => String(input).startsWith(remote.url))];
    if (team === undefined) return toResponse(toAnswer(deploy.copies.get(String(input))));
    const outage = outageAt(team.outages, now());
    const isHit = outage !== undefined && random.chance(outage.hits);
    return toResponse(await meet(isHit ? outage.kind : 'none'));

    async function meet(kind: Outage['kind'] | 'none'): Promise<Answer> {
      if (kind === 'refused') throw new TypeError('Failed to fetch');
      if (kind === 'failing') return { status: 503 };
      if (kind === 'missing') return notFound;
      if (kind === 'silent') return pass(hourMs, signal).then(() => notFound);
      if (kind === 'html') return html;
      if (kind === 'late') await pass(random.magnitude(rates.store.lateMs), signal);
      const { bytes } = ask(team as TeamMonth, String(input), kind === 'stale' ? now() - dayMs : now());
      return toAnswer(kind === 'cut' ? bytes?.slice(0, random.next() * bytes.length) : bytes);
    }
  }) as unknown as Fetch;
}

/** What a store holds at a time. */
function ask({ published, roots }: TeamMonth, address: string, at: number): { readonly bytes?: Bytes } {
  if (address.endsWith('/live.json')) return { bytes: lastAt(published, at).live };
  const root = roots.get(Number(/\/root\/(\d+)\.json$/.exec(address)?.[1]));
  return root !== undefined && root.at <= at ? { bytes: root.bytes } : {};
}

function toAnswer(bytes: Bytes | undefined): Answer {
  return bytes === undefined ? notFound : { status: 200, bytes };
}

function toResponse({ status, bytes }: Answer): unknown {
  const chunks = bytes === undefined ? [] : [bytes];
  return {
    status,
    ok: status === 200,
    body: {
      getReader: () => ({
        read: async () => ({ done: chunks.length === 0, value: chunks.pop() }),
        cancel: async () => undefined,
      }),
    },
  };
}

/** Ends after a time, or rejects where the signal is given before. */
function pass(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const give = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });
}
