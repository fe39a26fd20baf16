import { createHash } from 'node:crypto';
import { contractVersion } from '@linkspan/contract';
import type { UnsignedManifest, UnsignedRelease } from '@linkspan/trust';
import { type Berth, createBerth } from '../loader/berth.ts';
import { toRelease } from '../loader/release.ts';
import { fakeConfig } from './fake-shell.ts';
import { createFakeStorage } from './fake-storage.ts';

/** Where the fake remote lives. */
export const remoteUrl = 'http://localhost:1/remote-evm/';

/** Every file of the fake release holds the text `1`. */
const integrity = `sha384-${createHash('sha384').update('1').digest('base64')}`;
const file = (path: string) => ({ path, bytes: 1, integrity });

/** A live document of the first family's remote, with what the test changes in its manifest. */
export function toLive(changes: Partial<UnsignedManifest> = {}, path = 'releases/1.2.3/'): UnsignedRelease {
  return {
    remote: 'remote-evm',
    release: {
      path,
      manifest: {
        remote: 'remote-evm',
        version: '1.2.3',
        contract: contractVersion,
        shared: {},
        discovery: 'discovery.js',
        entry: 'entry.js',
        preload: ['entry.js', 'glue.js'],
        files: [file('discovery.js'), file('entry.js'), file('glue.js')],
        ...changes,
      },
    },
  };
}

/** The first family's berth, with a chosen release unless the test wants none. */
export function createFakeBerth(live: UnsignedRelease | undefined = toLive()): Berth {
  const [config] = fakeConfig.families;
  const berth = createBerth(config as NonNullable<typeof config>, createFakeStorage());
  berth.release = live && toRelease(live, remoteUrl);
  return berth;
}
