import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRaw, writeRaw } from './raw.ts';
import { conditions, samplesOf } from './testing/samples-of.ts';

const run = {
  conditions,
  samples: samplesOf('floor', 'cold', { listMs: [1_090.25, 1_100], jsToList: [59_000] }),
};
const [sample] = run.samples;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-raw-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a kept run', () => {
  it('is read as it was written', async () => {
    const file = join(folder, 'raw.json');
    await writeRaw(file, run);
    expect(parseRaw(JSON.parse(await readFile(file, 'utf8')))).toEqual(run);
  });

  it('is not written where it could not be read', async () => {
    const file = join(folder, 'raw.json');
    const broken = { ...run, samples: [{ ...sample, values: { listMs: Number.NaN } }] } as typeof run;
    await expect(writeRaw(file, broken)).rejects.toThrow('At samples.0.values.listMs: ');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['no object', 'text', 'At the top: '],
    ['without conditions', { samples: [] }, 'At conditions: '],
    ['with a field that nobody knows', { ...run, more: 1 }, 'At the top: '],
    [
      'with a day for an instant',
      { ...run, conditions: { ...conditions, measuredAt: '2026-11-22' } },
      'At conditions.measuredAt: ',
    ],
    [
      'with a text for a number',
      { ...run, samples: [{ ...sample, values: { listMs: '1' } }] },
      'At samples.0.values.listMs: ',
    ],
    [
      'with a time before the navigation',
      { ...run, samples: [{ ...sample, values: { listMs: -1 } }] },
      'At samples.0.values.listMs: ',
    ],
    ['with half a round', { ...run, samples: [{ ...sample, round: 1.5 }] }, 'At samples.0.round: '],
  ])('is refused %s', (_, value, told) => {
    expect(() => parseRaw(value)).toThrow(`This is no run of the bench. ${told}`);
  });
});
