import { codeOf } from '@linkspan/contract';
import * as trust from '@linkspan/trust';
import { createRepository } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberingTrust } from './remembering-trust.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

let asked: number;
let verifyLive: typeof trust.verifyLive;

beforeEach(() => {
  asked = 0;
  const counting: typeof trust.verifyLive = (given) => {
    asked += 1;
    return trust.verifyLive(given);
  };
  ({ verifyLive } = rememberingTrust({ ...trust, verifyLive: counting }));
});

describe('rules that remember', () => {
  it('say what the rules say, whatever was asked before', async () => {
    const { root, ...team } = await createRepository('remote-evm', start);
    const documents = [
      await team.signLive({ version: 1 }),
      await team.signLive({ version: 2, releases: [] }),
    ];
    const answer = (verify: typeof trust.verifyLive, given: Parameters<typeof trust.verifyLive>[0]) =>
      verify(given).catch(codeOf);
    for (const days of [0, 6, 3, -9, -7, 7, 6.99, 400, -3, 1])
      for (const envelope of documents)
        for (const live of [0, 2]) {
          const seen = { ...trust.toSeen(root), live };
          const given = { root, envelope, seen, now: start + days * dayMs };
          expect(await answer(verifyLive, given)).toEqual(await answer(trust.verifyLive, given));
        }
  });

  it('are asked once for what was good before and after', async () => {
    const { root, ...team } = await createRepository('remote-evm', start);
    const given = { root, envelope: await team.signLive(), seen: trust.toSeen(root) };
    for (const days of [1, 3, 2, 1, 3]) await verifyLive({ ...given, now: start + days * dayMs });
    expect(asked).toBe(2);
  });
});
