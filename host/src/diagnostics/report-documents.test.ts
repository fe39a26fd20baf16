import { type Happening, LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { createFakeBerth, remoteUrl } from '../testing/fake-release.ts';
import { tellDocuments } from './report-documents.ts';

const asked: string[] = [];

function tell(berth: ReturnType<typeof createFakeBerth>, endedAt?: number): readonly Happening[] {
  const told: Happening[] = [];
  const entries = endedAt === undefined ? [] : [{ responseEnd: endedAt } as PerformanceResourceTiming];
  tellDocuments([berth], {
    clock: {
      now: () => 500,
      getEntriesByName(name: string) {
        asked.push(name);
        return entries;
      },
    },
    base: 'http://localhost:4300/',
    emit: (happening) => told.push(happening),
  });
  return told;
}

const stage = { kind: 'stage', family: 'evm', remote: 'remote-evm', stage: 'document' };

it('tells when a document was there, as the browser has timed it', () => {
  expect(tell(createFakeBerth(), 120)).toEqual([{ ...stage, version: '1.2.3', durationMs: 120 }]);
  expect(asked).toEqual([`${remoteUrl}live.json`]);
});

it('tells until now where the browser has not timed it, and with which code it failed', () => {
  const berth = createFakeBerth();
  berth.release = undefined;
  berth.refusal = new LinkspanError('release/portal', { remote: 'remote-evm' });
  expect(tell(berth)).toEqual([{ ...stage, durationMs: 500, code: 'release/portal' }]);
});
