import { expect, it } from 'vitest';
import { toFacts } from './unavailable.tsx';

const release = { remote: 'remote-evm', version: '0.1.1' };

it('says the code, where it happened, the release and the browser', () => {
  const failed = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'connector' } };
  expect(toFacts(failed, release, 'Browser/1')).toEqual([
    'loader/broken',
    'remote: remote-evm',
    'stage: connector',
    'release: remote-evm 0.1.1',
    'browser: Browser/1',
  ]);
});

it('says no account, and nothing that a wallet or a node has written', () => {
  const context = { family: 'evm', account: 'eip155:1:0x1', id: 'eip155:1:0x2', detail: 'token', value: '5' };
  expect(toFacts({ code: 'remote/foreign', context })).toEqual(['remote/foreign', 'family: evm']);
});
