import type { Happening, ShellEvent } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { createSignals, type Signal } from './to-signals.ts';

const at = (happening: Happening, ms = 5_000): ShellEvent => ({ ...happening, at: ms });
const stage: Happening = {
  kind: 'stage',
  family: 'evm',
  remote: 'remote-evm',
  version: '0.1.0',
  stage: 'discovery',
  durationMs: 40,
};
const outcome: Happening = {
  kind: 'outcome',
  family: 'evm',
  attempt: 'one',
  wallet: 'practice',
  durationMs: 900,
};
const fieldsOf = (signal: Signal | undefined) => {
  const { attributes } = signal && 'span' in signal ? signal.span : (signal?.log ?? { attributes: [] });
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
};

describe('an event with a duration', () => {
  it('becomes a span below the page’s own', () => {
    const signals = createSignals(1_000);
    const page = signals.page(2_000);
    const signal = signals.of(at(stage));
    expect(page).toMatchObject({
      name: 'linkspan.page',
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '2000000000',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(signal).toMatchObject({
      span: {
        name: 'linkspan.stage.discovery',
        traceId: page.traceId,
        parentSpanId: page.spanId,
        startTimeUnixNano: '4960000000',
        endTimeUnixNano: '5000000000',
        status: { code: 0 },
      },
    });
    expect(fieldsOf(signal)).toEqual({
      'linkspan.family': 'evm',
      'linkspan.remote': 'remote-evm',
      'linkspan.version': '0.1.0',
      'linkspan.stage': 'discovery',
    });
  });

  it('is an error where it has failed, with its code as the type', () => {
    const signal = createSignals(0).of(at({ ...stage, code: 'loader/altered' }));
    expect(signal).toMatchObject({ span: { status: { code: 2 } } });
    expect(fieldsOf(signal)).toMatchObject({ 'error.type': 'loader/altered' });
  });

  it('is no error where a person has decided so', () => {
    const signal = createSignals(0).of(at({ ...outcome, code: 'wallet/rejected' }));
    expect(signal).toMatchObject({ span: { status: { code: 0 } } });
    expect(fieldsOf(signal)).toMatchObject({ 'error.type': 'wallet/rejected' });
  });
});

describe('an attempt', () => {
  it('is one span with its steps, and with the release of its family', () => {
    const signals = createSignals(0);
    signals.of(at(stage));
    const step = { kind: 'attempt', family: 'evm', attempt: 'one', wallet: 'practice' } as const;
    expect(signals.of(at({ ...step, step: 'asking' }, 6_000))).toBeUndefined();
    signals.of(at({ ...step, step: 'adopting' }, 6_500));
    const signal = signals.of(at(outcome, 7_000));
    expect(signal).toMatchObject({
      span: {
        name: 'linkspan.attempt',
        events: [
          { name: 'asking', timeUnixNano: '6000000000' },
          { name: 'adopting', timeUnixNano: '6500000000' },
        ],
      },
    });
    expect(fieldsOf(signal)).toMatchObject({ 'linkspan.remote': 'remote-evm', 'linkspan.version': '0.1.0' });
  });
});

describe('an event without a duration', () => {
  it('becomes a log in the same trace', () => {
    const signals = createSignals(0);
    const signal = signals.of(at({ kind: 'fault', family: 'evm', code: 'remote/malformed' }));
    expect(signal).toMatchObject({
      log: { eventName: 'linkspan.fault', severityText: 'WARN', traceId: signals.page(1).traceId },
    });
    expect(fieldsOf(signal)).toEqual({
      'linkspan.family': 'evm',
      'error.type': 'remote/malformed',
    });
  });
});
