import { Misshapen } from '@linkspan/contract';
import { CommandError } from '../errors.ts';
import type { Means } from '../verb.ts';
import type { Counts } from './judge.ts';
import { parseVector } from './parse-vector.ts';

/** What is asked of a collector; `$remote` and `$window` (such as `15m`) are filled in. */
export interface Queries {
  readonly visits: string;
  readonly failures: string;
}

/** Counts of a remote’s releases, from whoever collects them for the operator. */
export interface Collector {
  /** By version; one that is not counted has neither visits nor failures. */
  count(remote: string): Promise<(version: string) => Counts>;
}

/** What is asked where nothing else is said. */
export const defaultQueries: Queries = {
  visits: 'sum by (remote, version) (increase(linkspan_visits_total{remote="$remote"}[$window]))',
  failures: 'sum by (remote, version) (increase(linkspan_failures_total{remote="$remote"}[$window]))',
};

const deadlineMs = 10_000;

/**
 * The collector at the address of an API that is Prometheus’s (`/api/v1/query`, instant vectors). It rejects with
 * `command/collector-unreachable`, `command/collector-refused`, `command/collector-malformed`.
 */
export function openCollector(options: {
  readonly address: URL;
  readonly queries: Queries;
  /** How far back it looks. */
  readonly windowMinutes: number;
  /** For `Authorization: Bearer`. */
  readonly token: string | undefined;
  readonly fetch: Means['fetch'];
  readonly deadlineMs?: number;
}): Collector {
  const { address, queries, windowMinutes, token, fetch } = options;
  const collector = address.origin + address.pathname;

  const ask = async (template: string, remote: string): Promise<ReadonlyMap<string, number>> => {
    const query = template.replaceAll('$remote', remote).replaceAll('$window', `${windowMinutes}m`);
    const url = new URL('api/v1/query', collector.endsWith('/') ? collector : `${collector}/`);
    url.searchParams.set('query', query);
    const { status, content } = await request(url).catch((cause: unknown) => {
      throw new CommandError(
        'command/collector-unreachable',
        { collector, detail: toDetail(cause) },
        { cause },
      );
    });
    if (status >= 500)
      throw new CommandError('command/collector-unreachable', { collector, detail: `HTTP ${status}` });
    if (status !== 200) {
      const detail = `HTTP ${status} ${content.slice(0, 200)}`.trim();
      throw new CommandError('command/collector-refused', { collector, query, detail });
    }
    return parse(content, remote);
  };

  const request = async (url: URL) => {
    const response = await fetch(url, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      // The token is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(options.deadlineMs ?? deadlineMs),
    });
    return { status: response.status, content: await response.text() };
  };

  const parse = (content: string, remote: string) => {
    try {
      return parseVector(JSON.parse(content), remote);
    } catch (cause) {
      const { place, expected } = cause instanceof Misshapen ? cause : { place: 'answer', expected: 'JSON' };
      throw new CommandError('command/collector-malformed', { collector, place, expected }, { cause });
    }
  };

  return {
    async count(remote) {
      const [visits, failures] = await Promise.all([
        ask(queries.visits, remote),
        ask(queries.failures, remote),
      ]);
      return (version) => ({ visits: visits.get(version) ?? 0, failures: failures.get(version) ?? 0 });
    },
  };
}

function toDetail(cause: unknown): string {
  const { name, message, cause: inner } = cause as Error;
  if (name === 'TimeoutError') return 'it took too long';
  return (inner as Error | undefined)?.message || message;
}
