import { expect } from 'vitest';
import type { Session } from '../engines/session.ts';
import { evm, near, solana } from '../page/families.ts';
import { tryToConnect } from './connect-in-page.ts';
import type { AttackPlace } from './place.ts';
import { readChanged, sign, whenStopped } from './powers-in-page.ts';

/** What the code of a properly signed remote does to the page that runs it: the Solana one, in all of these. */
export interface PowersAttack {
  readonly id: string;
  readonly name: string;
  /** Why it does not end so in Firefox. */
  readonly notInFirefox?: string;
  /** How it ends. */
  readonly ends: string;
  /** Tries it on a page in which all families list their wallets. */
  expectEnd(session: Session, place: AttackPlace): Promise<void>;
}

export const attacksByPowers: readonly PowersAttack[] = [
  {
    id: 'handed-things-overwritten',
    name: 'a signed remote writes over what the page hands to it',
    ends: 'Nothing that it is handed can be changed, and the other families go on.',
    async expectEnd(session) {
      await connect(session, solana);
      const { discovery, connector, hooks } = await readChanged(session);
      expect({ discovery, connector, hooks }).toEqual({ discovery: [], connector: [], hooks: 0 });
      await expectSigns(session, evm);
    },
  },
  {
    id: 'platform-replaced',
    name: 'a signed remote replaces what all scripts of the page share: fetch, timers, lists, signatures, elements',
    notInFirefox:
      'there a remote was seen to replace crypto.subtle.verify and digest some seconds after the load',
    ends: 'Nothing of it is replaced; the other families connect, and sign what the page shows.',
    async expectEnd(session) {
      await connect(session, solana);
      const { platform, later } = await readChanged(session);
      expect({ platform, later }).toEqual({ platform: [], later: [] });
      await connect(session, near);
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
  {
    id: 'withdrawal-hidden',
    name: 'a signed remote replaces what tells the page that the release of another was withdrawn',
    ends: 'The other release is stopped: release/withdrawn.',
    async expectEnd(session, { victim: { release, goLive } }) {
      await connect(session, solana);
      await connect(session, evm);
      await goLive(release, { changes: { version: 6, releases: [] } });
      expect(await whenStopped(session, evm)).toBe('release/withdrawn');
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
