import { expect, it } from 'vitest';
import type { Commands } from '../../shell.ts';
import { toCommands } from './family-commands.ts';

const intent = { kind: 'send', account: 'eip155:1:0xa', to: '0xb', amount: '5' } as const;

it('repeats a send as the same one that was done again', () => {
  const sent: unknown[] = [];
  const send = async (...given: unknown[]) => sent.push(given);
  const last = { current: undefined };
  const make = () => toCommands({ send } as unknown as Commands, 'evm', last);
  make().send('0xb', '5', 'one');
  make().repeat(intent);
  make().repeat({ ...intent, amount: '6' });
  expect(sent).toEqual([
    ['evm', '0xb', '5', 'one'],
    ['evm', '0xb', '5', 'one'],
    ['evm', '0xb', '6'],
  ]);
});
