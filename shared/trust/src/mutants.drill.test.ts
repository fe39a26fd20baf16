import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRandom } from './testing/index.ts';
import { harmless } from './testing/mutants/harmless.ts';
import { isCaught } from './testing/mutants/is-caught.ts';
import { type Mutant, mutantsOf } from './testing/mutants/mutants-of.ts';

const isLong = process.env.LINKSPAN_LONG === '1';

/** What does not run in the page, or holds exports alone. */
const others = ['index.ts', 'sign.ts', 'unsigned-release.ts', 'verify.ts'];
const files = readdirSync(import.meta.dirname).filter(
  (file) => /^[a-z-]+\.ts$/.test(file) && !others.includes(file),
);
const mutants = files.flatMap((file) =>
  mutantsOf(file, readFileSync(new URL(file, import.meta.url), 'utf8')),
);
const toldOf = ({ file, told }: Mutant) => `${file}: ${told}`;
const faults = mutants.filter((mutant) => !harmless.has(toldOf(mutant)));

/** Some of the faults, in the order that a seed tells. */
function sampleOf(count: number): readonly Mutant[] {
  const random = createRandom(1);
  return faults
    .map((mutant) => ({ mutant, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Those of the faults that no test fails with. Two at a time, in processes of their own. */
async function survivorsOf(seeded: readonly Mutant[]): Promise<readonly string[]> {
  const left = [...seeded];
  const survivors: string[] = [];
  const work = async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift())
      if (!(await isCaught(mutant))) survivors.push(toldOf(mutant));
  };
  await Promise.all([work(), work()]);
  return survivors;
}

it('seeds faults in every file of the verifier', () => {
  expect(mutants.length).toBeGreaterThan(400);
  const told = new Set(mutants.map(toldOf));
  expect([...harmless].filter((one) => !told.has(one))).toEqual([]);
});

it('has no fault seeded where the tests pass', { timeout: 120_000 }, async () => {
  expect(await isCaught(undefined)).toBe(false);
});

it('catches seeded faults by its tests', { timeout: 7_200_000 }, async () => {
  const seeded = isLong ? faults : sampleOf(6);
  const survivors = await survivorsOf(seeded);
  const told = `${seeded.length - survivors.length} of ${seeded.length} were caught`;
  if (isLong) console.info([told, ...survivors].join('\n'));
  expect(survivors.length, [told, ...survivors].join('\n')).toBeLessThanOrEqual(0.05 * seeded.length);
});
