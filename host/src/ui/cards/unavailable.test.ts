import { expect, it } from 'vitest';
import { toFacts } from './unavailable.tsx';

const release = { remote: 'remote-evm', version: '0.1.1' };

it('shows code, stage, release and browser', () => {
  const failed = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'connector' } };
  expect(toFacts(failed, release, 'Browser/1')).toEqual([
    'loader/broken',
    'remote: remote-evm',
    'stage: connector',
    'release: remote-evm 0.1.1',
    'browser: Browser/1',
  ]);
});

it('shows no account and no words of a wallet or node', () => {
  const context = { family: 'evm', account: 'eip155:1:0x1', id: 'eip155:1:0x2', detail: 'token', value: '5' };
  expect(toFacts({ code: 'remote/foreign', context })).toEqual(['remote/foreign', 'family: evm']);
});
