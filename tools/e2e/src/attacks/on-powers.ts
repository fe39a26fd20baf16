import { expect } from 'vitest';
import type { Session } from '../engines/session.ts';
import { evm, solana } from '../page/families.ts';
import { tryToConnect } from './connect-in-page.ts';
import { readChanged, sign } from './powers-in-page.ts';

/** What the code of a properly signed remote does to the page that runs it: the Solana one, in all of these. */
export interface PowersAttack {
  readonly id: string;
  readonly name: string;
  /** How it ends. */
  readonly ends: string;
  /** Tries it on a page in which all families list their wallets. */
  expectEnd(session: Session): Promise<void>;
}

export const attacksByPowers: readonly PowersAttack[] = [
  {
    id: 'handed-things-overwritten',
    name: 'a signed remote writes over what the page hands to it, and makes a policy for scripts',
    ends: 'Nothing that it is handed can be changed, and the other families go on.',
    async expectEnd(session) {
      await connect(session, solana);
      const { isPolicyMade, discovery, connector, hooks } = await readChanged(session);
      expect({ discovery, connector, hooks }).toEqual({ discovery: [], connector: [], hooks: 0 });
      expect(isPolicyMade).toBe(false);
      await expectSigns(session, evm);
    },
  },
  {
    id: 'intent-changed',
    name: 'a signed remote changes what its wallet is asked for after the press',
    ends: 'The card shows what was asked all the same.',
    async expectEnd(session) {
      await expectSigns(session, solana);
      expect((await readChanged(session)).intent).toEqual([]);
    },
  },
];

async function connect(session: Session, family: typeof evm): Promise<void> {
  expect(await tryToConnect(session, family)).toMatchObject({ status: 'connected', code: '' });
}

async function expectSigns(session: Session, family: typeof evm): Promise<void> {
  await connect(session, family);
  const text = `Ahoy from ${family.title}`;
  const { asked, wallet, signed } = await sign(session, family, text);
  expect(asked).toContain(text);
  expect([wallet, signed]).toEqual([text, text]);
}
