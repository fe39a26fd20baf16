import { createHash } from 'node:crypto';
import { contractVersion } from '@linkspan/contract';
import type { Manifest, UnsignedManifest, UnsignedRelease } from '@linkspan/trust';
import { createSlot, type FamilySlot } from '../loader/slot.ts';
import { type Release, toAddresses } from '../releases/release.ts';
import { fakeConfig } from './fake-shell.ts';
import { createFakeStorage } from './fake-storage.ts';

/** Where the fake remote lives. */
export const remoteUrl = 'http://localhost:1/remote-evm/';

const folder = 'releases/1.2.3/';
/** Every file of the fake release holds the text `1`. */
const integrity = `sha384-${createHash('sha384').update('1').digest('base64')}`;
const file = (path: string) => ({ path, bytes: 1, integrity });

const unsigned: UnsignedManifest = {
  remote: 'remote-evm',
  version: '1.2.3',
  contract: contractVersion,
  shared: {},
  discovery: 'discovery.js',
  entry: 'entry.js',
  preload: ['entry.js', 'glue.js'],
  dependencies: [],
  files: [file('discovery.js'), file('entry.js'), file('glue.js')],
};

/** An unsigned release of the first family's remote, with changes of its manifest. */
export function toUnsigned(changes: Partial<UnsignedManifest> = {}, path = folder): UnsignedRelease {
  return { remote: 'remote-evm', release: { path, manifest: { ...unsigned, ...changes } } };
}

/** The manifest of the fake release, with changes. */
export function toManifest(changes: Partial<Manifest> = {}): Manifest {
  const signed = { sequence: 3, commit: '', dependencies: [], hosts: [], builtAt: '2026-11-20T12:00:00Z' };
  return { ...unsigned, ...signed, ...changes };
}

/** A live release of the first family's remote, with changes of its manifest. */
export function createFakeRelease(changes: Partial<Manifest> = {}, path = folder): Release {
  const manifest = toManifest(changes);
  const at = toAddresses(remoteUrl, path);
  return {
    ...at,
    // A test may name a file by a `data:` address.
    addressOf: (file) => (file.startsWith('data:') ? file : at.addressOf(file)),
    ref: { remote: manifest.remote, version: manifest.version, share: 100 },
    id: 'id of the fake release',
    manifest,
    share: 100,
    expiresAt: '2026-11-27T12:00:00Z',
    checkedAt: 0,
  };
}

/** The first family's slot with a chosen release, with changes of its manifest. */
export function createFakeSlot(changes: Partial<Manifest> = {}): FamilySlot {
  const [config] = fakeConfig.families;
  const slot = createSlot(config as NonNullable<typeof config>, createFakeStorage(), undefined);
  slot.release = createFakeRelease(changes);
  return slot;
}
