import type { Happening, LoadStage } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { describe, expect, it } from 'vitest';
import { account, connected } from '../testing/facts.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createEventStream } from './event-stream.ts';
import { createHealth } from './health-report.ts';
import { keepsStorage } from './keeps-storage.ts';

function open(keeps: () => boolean = () => true) {
  let at = 1_000;
  const store = createStore(fakeConfig.families);
  const stream = createEventStream({ now: () => at });
  const needs = { config: fakeConfig, store, events: stream.events, build: 'Dx_7-Q9a', keeps };
  const wait = (ms: number) => {
    at += ms;
  };
  const begin = () => createHealth({ ...needs, now: () => at });
  return { store, begin, wait, emit: stream.emit };
}

const attempt = {
  kind: 'outcome',
  family: 'evm',
  attempt: 'one',
  wallet: 'practice',
  durationMs: 9,
} as const;
const stage = (name: LoadStage, durationMs: number): Happening => ({
  kind: 'stage',
  family: 'evm',
  remote: 'remote-evm',
  stage: name,
  durationMs,
});

describe('a report', () => {
  it('counts what had happened before it was first asked for, and what happens since', () => {
    const { begin, emit } = open();
    emit(attempt);
    const health = begin();
    emit({ ...attempt, code: 'wallet/rejected' });
    emit(attempt);
    emit({ kind: 'request', family: 'near', request: 'send', durationMs: 1, code: 'wallet/timeout' });
    emit({ kind: 'fault', family: 'evm', code: 'remote/malformed' });
    emit({ kind: 'fault', family: 'evm', code: 'remote/malformed' });
    emit({ kind: 'fault', code: 'loader/host' });
    const { families, faults, failures } = health.report();
    expect(families[0]).toMatchObject({
      attempts: { none: 2, 'wallet/rejected': 1 },
      requests: {},
      faults: { 'remote/malformed': 2 },
    });
    expect(families[2]).toMatchObject({ id: 'near', requests: { 'wallet/timeout': 1 } });
    expect(faults).toEqual({ 'loader/host': 1 });
    expect(failures[0]).toEqual({ at: 1_000, kind: 'fault', code: 'loader/host' });
    expect(failures.at(-1)).toEqual({ at: 1_000, family: 'evm', kind: 'outcome', code: 'wallet/rejected' });
  });

  it('has the latest time of each stage', () => {
    const { begin, emit } = open();
    const health = begin();
    for (const one of [stage('discovery', 80), stage('connector', 200), stage('discovery', 30)]) emit(one);
    expect(health.report().families[0]?.stages).toEqual({
      discovery: { durationMs: 30 },
      connector: { durationMs: 200 },
    });
  });

  it('says which release a family runs', () => {
    const { begin, store } = open();
    store.publishRemote('evm', {
      stage: 'mounted',
      release: { remote: 'remote-evm', version: '0.1.0', share: 10 },
    });
    store.openLease('evm').lease.publishConnection(connected);
    expect(begin().report().families[0]).toMatchObject({
      remote: 'mounted',
      release: { name: 'remote-evm 0.1.0', share: 10 },
      standing: 'current',
      status: 'connected',
    });
  });

  it('keeps the latest twenty failures', () => {
    const { begin, emit } = open();
    const health = begin();
    for (let count = 0; count < 30; count += 1) emit({ kind: 'fault', code: 'remote/failed' });
    expect(health.report().failures).toHaveLength(20);
  });

  it('holds nothing personal', () => {
    const { begin, store } = open();
    store.openLease('evm').lease.publishConnection(connected);
    const text = JSON.stringify(begin().report());
    for (const secret of [
      account,
      account.split(':')[2],
      connected.status === 'connected' && connected.wallet.name,
    ])
      expect(text).not.toContain(secret);
  });

  it('tries the browser’s storage now and then, and not each time', () => {
    let tried = 0;
    const { begin, wait } = open(() => {
      tried += 1;
      return tried === 1;
    });
    const health = begin();
    expect([health.report().storage, health.report().storage]).toEqual(['kept', 'kept']);
    wait(30_000);
    expect([health.report().storage, tried]).toEqual(['not kept', 2]);
  });
});

describe('the trial of a storage', () => {
  const fake = (changes: Partial<Storage>) => ({ ...changes }) as Storage;

  it('tells one that keeps from one that is full, switched off, or forgets', () => {
    const kept = new Map<string, string>();
    const sound = fake({
      setItem: (key, value) => void kept.set(key, value),
      getItem: (key) => kept.get(key) ?? null,
      removeItem: (key) => void kept.delete(key),
    });
    const fail = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    expect(keepsStorage(() => sound)).toBe(true);
    expect(kept.size).toBe(0);
    expect(keepsStorage(() => fake({ ...sound, setItem: fail }))).toBe(false);
    expect(keepsStorage(() => fake({ ...sound, getItem: () => null }))).toBe(false);
    expect(keepsStorage(fail)).toBe(false);
  });
});
