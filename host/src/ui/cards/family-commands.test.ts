import { expect, it } from 'vitest';
import type { Commands } from '../../commands/shell.ts';
import { toCommands } from './use-family.ts';

const intent = { kind: 'send', account: 'eip155:1:0xa', to: '0xb', amount: '5' } as const;

it('sends from the account that the form was filled in for, and repeats from the one that the card shows', () => {
  const sent: unknown[] = [];
  const send = async (...given: unknown[]) => sent.push(given.at(-1));
  const shown = 'eip155:1:0xc';
  const own = toCommands({ send } as unknown as Commands, 'evm', { current: undefined }, shown);
  void own.send('0xb', '5', intent.account);
  void own.repeat(intent);
  expect(sent).toEqual([intent.account, shown]);
});
