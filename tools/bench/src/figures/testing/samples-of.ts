import type { Conditions } from '../conditions.ts';
import type { Sample } from '../sample.ts';

/** Made-up samples of a series: each measure's values, round by round from 1. */
export function samplesOf(
  subject: string,
  scenario: string,
  measured: Readonly<Record<string, readonly number[]>>,
): readonly Sample[] {
  const rounds = Math.max(...Object.values(measured).map(({ length }) => length));
  return Array.from({ length: rounds }, (_, at) => {
    const there = Object.entries(measured).filter(([, values]) => at < values.length);
    const values = Object.fromEntries(there.map(([measure, all]) => [measure, all[at] as number]));
    return { subject, scenario, round: at + 1, values };
  });
}

/** Made up. */
export const conditions: Conditions = {
  rounds: 7,
  link: { roundTripMs: 150, downKbps: 1_600, upKbps: null },
  processorSlowdown: 4,
  browser: 'Chromium 156.0.1.2',
  machine: 'a processor of two cores',
  measuredAt: '2026-11-22T10:00:00Z',
  commit: '0123abc',
};
