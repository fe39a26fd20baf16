import { LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import type { PageEvent } from '../events.ts';
import { createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { reportDocuments } from './report-documents.ts';

const asked: string[] = [];

function tell(slot: ReturnType<typeof createFakeSlot>, endedAt?: number): readonly PageEvent[] {
  const told: PageEvent[] = [];
  const entries = endedAt === undefined ? [] : [{ responseEnd: endedAt } as PerformanceResourceTiming];
  reportDocuments([slot], {
    clock: {
      now: () => 500,
      getEntriesByName(name: string) {
        asked.push(name);
        return entries;
      },
    },
    base: 'http://localhost:4300/',
    emit: (event) => told.push(event),
  });
  return told;
}

const stage = { kind: 'stage', family: 'evm', remote: 'remote-evm', stage: 'document' };

it('tells when a document was there, as the browser has timed it', () => {
  expect(tell(createFakeSlot(), 120)).toEqual([{ ...stage, version: '1.2.3', durationMs: 120 }]);
  expect(asked).toEqual([`${remoteUrl}live.json`]);
});

it('tells until now where the browser has not timed it, and with which code it failed', () => {
  const slot = createFakeSlot();
  slot.release = undefined;
  slot.refusal = new LinkspanError('release/portal', { remote: 'remote-evm' });
  expect(tell(slot)).toEqual([{ ...stage, durationMs: 500, code: 'release/portal' }]);
});
