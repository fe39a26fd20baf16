import { LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { openHistory } from './history.ts';

/** A history whose node answers what is final as the test says, and is at block 1,000. */
function open(final: () => unknown) {
  return openHistory(
    async ({ method }) => (method === 'eth_blockNumber' ? '0x3e8' : final()),
    'Practice Network A',
  );
}

it('follows what a node says is final', async () => {
  expect(await open(() => ({ number: '0x3e0' })).finalHeight()).toBe(992);
});

it.each([
  ['knows no such block', () => null],
  [
    'refuses the question',
    () => {
      throw Object.assign(new Error('invalid block tag'), { code: -32602 });
    },
  ],
])('takes two epochs if a node %s', async (_, final) => {
  expect(await open(final).finalHeight()).toBe(936);
});

it('takes nothing for final if no node answers', async () => {
  const busy = new LinkspanError('network/busy', { network: 'Practice Network A' });
  const history = open(() => {
    throw busy;
  });
  await expect(history.finalHeight()).rejects.toBe(busy);
});
