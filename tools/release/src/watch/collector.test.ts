import { describe, expect, it } from 'vitest';
import { type CollectorFault, startCollector } from '../testing/start-collector.ts';
import { defaultQueries, openCollector } from './collector.ts';

async function openFake({
  token,
  deadlineMs,
}: {
  readonly token?: string;
  readonly deadlineMs?: number;
} = {}) {
  const fake = await startCollector();
  const collector = openCollector({
    address: new URL(fake.address),
    queries: defaultQueries,
    windowMinutes: 15,
    token,
    fetch: (address, options) => fetch(address, options),
    ...(deadlineMs && { deadlineMs }),
  });
  return { fake, count: () => collector.count('remote-evm') };
}

describe('a collector', () => {
  it('is asked for visits and failures of a remote, within a window', async () => {
    const { fake, count } = await openFake();
    fake.counts.set('1.0.0', { visits: 1_000, failures: 5 });
    const counted = await count();
    expect(counted('1.0.0')).toEqual({ visits: 1_000, failures: 5 });
    expect(counted('1.1.0')).toEqual({ visits: 0, failures: 0 });
    expect(fake.asked.map(({ query }) => query).sort()).toEqual([
      'sum by (remote, version) (increase(linkspan_failures_total{remote="remote-evm"}[15m]))',
      'sum by (remote, version) (increase(linkspan_visits_total{remote="remote-evm"}[15m]))',
    ]);
  });

  it('is shown the token, if there is one', async () => {
    const { fake, count } = await openFake({ token: 'practice-token' });
    await count();
    expect(fake.asked[0]?.authorization).toBe('Bearer practice-token');
    const open = await openFake();
    await open.count();
    expect(open.fake.asked[0]?.authorization).toBeUndefined();
  });

  it.each<[CollectorFault, string, RegExp]>([
    ['silent', 'command/collector-unreachable', /too long/],
    ['gone', 'command/collector-unreachable', /./],
    ['broken', 'command/collector-unreachable', /HTTP 503/],
    ['redirected', 'command/collector-unreachable', /redirect/],
    ['refused', 'command/collector-refused', /HTTP 400 .*parse error/],
  ])('that is %s is told so', async (fault, code, detail) => {
    const { fake, count } = await openFake(fault === 'silent' ? { deadlineMs: 50 } : {});
    fake.faults.push(fault, fault);
    await expect(count()).rejects.toMatchObject({
      code,
      context: { collector: fake.address, detail: expect.stringMatching(detail) },
    });
  });

  it.each<[CollectorFault, string]>([
    ['text', 'answer'],
    ['matrix', 'answer.data.resultType'],
  ])('that answers with a %s is refused', async (fault, place) => {
    const { fake, count } = await openFake();
    fake.faults.push(fault, fault);
    await expect(count()).rejects.toMatchObject({ code: 'command/collector-malformed', context: { place } });
  });
});
