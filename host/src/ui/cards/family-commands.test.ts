import { expect, it } from 'vitest';
import type { Commands } from '../../commands/shell.ts';
import { toCommands } from './family-commands.ts';

const intent = { kind: 'send', account: 'eip155:1:0xa', to: '0xb', amount: '5' } as const;

it('repeats a send as the same one that was done again', () => {
  const sent: unknown[] = [];
  const send = async (...given: unknown[]) => sent.push(given);
  const last = { current: undefined };
  const make = () => toCommands({ send } as unknown as Commands, 'evm', last);
  void make().send('0xb', '5', { of: 'one' });
  make().repeat(intent);
  make().repeat({ ...intent, amount: '6' });
  expect(sent).toEqual([
    ['evm', '0xb', '5', { of: 'one' }],
    ['evm', '0xb', '5', { of: 'one' }],
    ['evm', '0xb', '6', {}],
  ]);
});

it('sends from the account that the form was filled in for, and repeats from the one that the card shows', () => {
  const sent: unknown[] = [];
  const send = async (...given: unknown[]) => sent.push(given.at(-1));
  const shown = 'eip155:1:0xc';
  const own = toCommands({ send } as unknown as Commands, 'evm', { current: undefined }, shown);
  void own.send('0xb', '5', { from: intent.account });
  own.repeat(intent);
  expect(sent).toEqual([{ from: intent.account }, { from: shown }]);
});
