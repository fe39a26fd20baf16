import { expect, it } from 'vitest';
import type { Answer, ApprovalRequest } from './approval.ts';
import { createRequestQueue } from './request-queue.ts';
import { createDeferred } from './testing/deferred.ts';

const request: ApprovalRequest = {
  family: 'evm',
  wallet: 'Practice Wallet',
  site: 'https://ferry.example',
  title: 'Sign a message',
  facts: [],
};
const rejected: Answer = { kind: 'rejected' };

it('shows one request at a time, in the order they came, and counts those behind', async () => {
  const decisions = new Map(['first', 'second'].map((title) => [title, createDeferred<Answer>()]));
  const shown: string[] = [];
  const counts: number[] = [];
  const ask = createRequestQueue(async ({ title }, waiting) => {
    shown.push(title);
    waiting((count) => counts.push(count));
    return (await decisions.get(title)?.promise) ?? rejected;
  });
  const first = ask({ ...request, title: 'first' });
  const second = ask({ ...request, title: 'second' });
  decisions.get('second')?.resolve({ kind: 'approved', accounts: [] });
  await Promise.resolve();
  expect(shown).toEqual(['first']);
  decisions.get('first')?.resolve(rejected);
  expect(await first).toEqual(rejected);
  expect(await second).toEqual({ kind: 'approved', accounts: [] });
  expect(shown).toEqual(['first', 'second']);
  expect([counts[0], counts.at(-1)]).toEqual([1, 0]);
});

it('goes on after a request that could not be shown', async () => {
  let isBroken = true;
  const ask = createRequestQueue(async () => {
    if (!isBroken) return rejected;
    isBroken = false;
    throw new Error('no window');
  });
  await expect(ask(request)).rejects.toThrow('no window');
  expect(await ask(request)).toEqual(rejected);
});
