import { LinkspanError } from '@linkspan/contract';
import { exotic } from '@linkspan/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageEvent } from '../../events.ts';
import { createFakeSlot, remoteUrl } from '../../testing/fake-release.ts';
import { listenForStray, reportDocuments } from './reports.ts';

const file = `${remoteUrl}releases/1.2.3/entry.js`;
let reported: PageEvent[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  end = listenForStray(window, {
    slots: [createFakeSlot()],
    emit: (one) => reported.push(one),
    now: Date.now,
  });
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

/** An error that was thrown at a place. */
function errorAt(place: string, error = new Error('no')): Error {
  error.stack = `Error: no\n    at f (${place}#mark:1:2)`;
  return error;
}

function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

function fail(error: unknown, filename = ''): void {
  window.dispatchEvent(Object.assign(new Event('error'), { error, filename }));
}

const fault = { kind: 'fault', family: 'evm', code: 'remote/failed' };

it('tells an error in a file of a release as its remote’s', () => {
  fail('no', file);
  expect(reported).toEqual([fault]);
});

it.each(exotic)('hears %s without an error of its own', (_, make) => {
  fail(make(), file);
  reject(make());
  expect(reported).toContainEqual(fault);
});

it('tells a rejection that nobody has caught as its remote’s', () => {
  reject(errorAt(file));
  expect(reported).toEqual([fault]);
});

it('tells as some remote’s what the browser does not let the page see', () => {
  const muted = { error: null, filename: '', message: 'Script error.' };
  for (let count = 0; count < 3; count++) window.dispatchEvent(Object.assign(new Event('error'), muted));
  expect(reported).toEqual([{ kind: 'fault', code: 'remote/failed' }]);
});

it('says nothing of what comes from elsewhere', () => {
  reject(errorAt('http://localhost:4300/assets/host.js'));
  reject('no');
  fail(new Error('no'), 'http://localhost:4300/assets/host.js');
  expect(reported).toEqual([]);
});

it('reports one a second', () => {
  for (let count = 0; count < 1_000; count++) reject(errorAt(file));
  expect(reported).toEqual([fault]);
  vi.advanceTimersByTime(1_000);
  reject(errorAt(file));
  expect(reported).toEqual([fault, fault]);
});

it('ends', () => {
  end();
  reject(errorAt(file));
  expect(reported).toEqual([]);
});

describe('the documents', () => {
  const asked: string[] = [];

  function tell(slot: ReturnType<typeof createFakeSlot>, endedAt?: number): readonly PageEvent[] {
    const reported: PageEvent[] = [];
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
      emit: (event) => reported.push(event),
    });
    return reported;
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
});
