import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families, solana } from '../page/families.ts';
import { listFiles } from '../place/list-files.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import { type Other, openFixture, useSharedFixture } from './fixture.ts';
import { connectAndLook, look, sign } from './in-page.ts';
import { createTarget } from './target.ts';

/** What a hostile remote says that it has changed: names and paths; undefined where it has not come to it. */
interface Changed {
  readonly isPolicyMade?: boolean;
  readonly discovery?: readonly string[];
  readonly connector?: readonly string[];
  readonly request?: readonly string[];
  readonly hooks?: number;
}

/** What the code of a properly signed remote does to the page that runs it: the Solana one, in all of these. */
const attacks = [
  {
    id: 'handed-things-overwritten',
    name: 'a signed remote writes over what the page hands to it, and makes a policy for scripts',
    ends: 'Nothing that it is handed can be changed, and the other families go on.',
    async expectEnd(session: Session) {
      await connect(session, solana);
      const { isPolicyMade, discovery, connector, hooks } = await readChanged(session);
      expect({ discovery, connector, hooks }).toEqual({ discovery: [], connector: [], hooks: 0 });
      expect(isPolicyMade).toBe(false);
      await expectSigns(session, evm);
    },
  },
  {
    id: 'request-changed',
    name: 'a signed remote changes what its wallet is asked for after the press',
    ends: 'The card shows what was asked all the same.',
    async expectEnd(session: Session) {
      await expectSigns(session, solana);
      expect((await readChanged(session)).request).toEqual([]);
    },
  },
];

const shared = useSharedFixture();
let hostile: Other & AsyncDisposable;

beforeAll(async () => {
  hostile = await openHostileRemote(join(shared().folder, 'hostile'), solana.remote);
});

afterAll(() => hostile[Symbol.asyncDispose]());

await describeEngines((engine) => {
  for (const { id, name, ends, expectEnd } of attacks) {
    it.concurrent(`${name}: ${ends}`, async () => {
      const others = shared().others.map((other) => (other.remote === solana.remote ? hostile : other));
      await using attacked = await openFixture({ ...shared(), others }, `${engine.name}-${id}`);
      await using session = await engine.open();
      await session.go(attacked.url);
      const { families: shown, isMarked } = await look(session, families);
      expect(isMarked).toBe(true);
      for (const family of families) {
        expect(shown[family.id]).toMatchObject({ failure: '' });
        expect(shown[family.id]?.wallets).toContain('Practice Wallet');
      }
      await expectEnd(session);
    });
  }
});

const readChanged = (session: Session) => session.evaluate<Changed>('globalThis.attacked');

async function connect(session: Session, family: typeof evm): Promise<void> {
  const { families: shown } = await connectAndLook(session, family);
  expect(shown[family.id]).toMatchObject({ isConnected: true, failure: '' });
}

async function expectSigns(session: Session, family: typeof evm): Promise<void> {
  await connect(session, family);
  const text = `Ahoy from ${family.title}`;
  const { asked, wallet, signed } = await sign(session, family, text);
  expect(asked).toContain(text);
  expect([wallet, signed]).toEqual([text, text]);
}

/** A remote whose team has signed what turns on the page: discovery and connector write over whatever they reach. */
async function openHostileRemote(store: string, remote: string): Promise<Other & AsyncDisposable> {
  const { folder, release, put, goLive } = await createTarget(store, remote);
  const { path, manifest } = release;
  const add = async (name: string, built = '') => {
    const source = await readFile(join(import.meta.dirname, 'hostile', name), 'utf8');
    const added = `hostile-${name}`;
    const text = source.replace('./BUILT', `./${built}`).replace('./overwrite.js', './hostile-overwrite.js');
    await put(`${path}${added}`, text);
    return added;
  };
  const discovery = await add('discovery.js', manifest.discovery);
  const entry = await add('remote-entry.js', manifest.entry);
  await add('overwrite.js');
  const files = await listFiles(join(folder, path));
  const preload = [entry, ...manifest.preload];
  await goLive({ path, manifest: { ...manifest, discovery, entry, preload, files } });
  return { remote, folder, ...(await openRemoteServer(folder)) };
}
