import { LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import type { Root } from './root.ts';
import { generateBlocklist } from './testing/generate/generate-blocklist.ts';
import { generateChain, generateFirstRoot } from './testing/generate/generate-chain.ts';
import { generateLive } from './testing/generate/generate-live.ts';
import { drawRate, type Making } from './testing/generate/sign-damaged.ts';
import { createTeam, remote } from './testing/generate/team.ts';
import { createRandom } from './testing/index.ts';
import { judgeBlocklist } from './testing/oracle/judge-blocklist.ts';
import { judgeChain, judgeFirstRoot } from './testing/oracle/judge-chain.ts';
import { judgeLive } from './testing/oracle/judge-live.ts';
import { verifyBlocklist } from './verify-blocklist.ts';
import { type Live, verifyLive } from './verify-live.ts';
import { verifyFirstRoot, verifyRootChain } from './verify-root-chain.ts';

const isLong = process.env.LINKSPAN_LONG === '1';
const team = await createTeam();
const atOnce = 20;

/** One generated document: what the rules say of it, and what the verifier does. */
type Kind = (making: Making) => Promise<{ expected: readonly string[]; outcome: Promise<string> }>;

const kinds: Readonly<Record<string, { count: number; run: Kind }>> = {
  'live documents with their manifests': {
    count: isLong ? 600_000 : 1_000,
    run: async (making) => {
      const made = await generateLive(making);
      return { expected: judgeLive(made), outcome: outcomeOf(verifyLive(made), describeLive) };
    },
  },
  'chains of roots': {
    count: isLong ? 200_000 : 600,
    run: async (making) => {
      const made = await generateChain(making);
      const verified = verifyRootChain(made.trusted, made.candidates);
      return { expected: [judgeChain(made)], outcome: outcomeOf(verified, describeRoot) };
    },
  },
  'first roots': {
    count: isLong ? 100_000 : 400,
    run: async (making) => {
      const bytes = await generateFirstRoot(making);
      const verified = verifyFirstRoot(bytes, remote);
      return { expected: [judgeFirstRoot(bytes, remote)], outcome: outcomeOf(verified, describeRoot) };
    },
  },
  'block lists': {
    count: isLong ? 100_000 : 400,
    run: async (making) => {
      const made = await generateBlocklist(making);
      return {
        expected: [judgeBlocklist(made)],
        outcome: outcomeOf(verifyBlocklist(made), ({ version }) => `${version}`),
      };
    },
  },
};

/**
 * Documents of all kinds, of which a third is sound and the others are damaged at one or more levels: fields, JSON
 * text, base64, signatures, bytes, versions, times. What becomes of each is told beforehand by rules that are written
 * down a second time, in `testing/oracle`, by other means. A seed that fails makes the same document again.
 */
describe.each(Object.entries(kinds))('generated %s', (_, { count, run }) => {
  it(`have the outcome that the rules tell, ${count} times`, { timeout: 7_200_000 }, async () => {
    const tally = new Map<string, number>();
    const runSeed = async (seed: number) => {
      const random = createRandom(seed);
      const { expected, outcome } = await run({ random, team, rate: drawRate(random) });
      const found = await outcome;
      if (!expected.includes(found)) expect.unreachable(`Seed ${seed}: ${found}, where ${expected} is right`);
      const name = found.startsWith('release/') ? found : 'accepted';
      tally.set(name, (tally.get(name) ?? 0) + 1);
    };
    // Several at a time, since WebCrypto works beside this thread.
    for (let seed = 0; seed < count; seed += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, index) => runSeed(seed + index)));
    if (isLong) console.info(Object.fromEntries(tally));
    expect(tally.get('accepted')).toBeGreaterThan(count / 5);
    expect(tally.get('accepted')).toBeLessThan(count * 0.8);
  });
});

/** Nothing but an error with a code may come out of a verifier. */
async function outcomeOf<Value>(
  verified: Promise<Value>,
  describe: (value: Value) => string,
): Promise<string> {
  try {
    return describe(await verified);
  } catch (error) {
    return error instanceof LinkspanError ? error.code : `a crash: ${error}`;
  }
}

function describeRoot({ version, floor }: Root): string {
  return `${version} ${floor}`;
}

function describeLive({ releases, refused }: Live): string {
  const told = [
    ...releases.map(({ id }) => `${id} may run`),
    ...refused.map(({ id, refusal }) => `${id} ${refusal.code}`),
  ];
  return told.sort().join();
}
