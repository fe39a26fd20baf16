import { contractVersion } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { toManifest } from '../testing/fake-release.ts';
import { incompatibilityOf } from './compatible.ts';

const manifest = toManifest();
const needing = (library: string, range: string) => ({ ...manifest, shared: { [library]: range } });
const [major, minor] = contractVersion.split('.').map(Number) as [number, number];

describe('a release is compatible', () => {
  it('if it requires nothing but this contract', () => {
    expect(incompatibilityOf(manifest, {})).toBeUndefined();
  });

  it.each([
    ['19.3.1', '^19.0.0'],
    ['19.3.1', '^19.3.1'],
    ['0.2.5', '^0.2.3'],
    ['0.0.3', '^0.0.3'],
  ])('with version %s if it requires %s', (offers, needs) => {
    expect(incompatibilityOf(needing('react', needs), { react: offers })).toBeUndefined();
  });
});

describe('a release is refused', () => {
  it.each([`${major + 1}.0`, `${major}.${minor + 1}`])('where it needs contract %s', (contract) => {
    expect(incompatibilityOf({ ...manifest, contract }, {})).toMatchObject({
      code: 'release/misfit-contract',
      context: { remote: 'remote-evm', needs: contract, offers: contractVersion },
    });
  });

  it.each([
    ['18.3.1', '^19.0.0'],
    ['20.0.0', '^19.0.0'],
    ['19.3.0', '^19.3.1'],
    ['19.2.9', '^19.3.0'],
    ['0.3.0', '^0.2.3'],
    ['0.0.4', '^0.0.3'],
    ['not a version', '^19.0.0'],
  ])('with version %s if it requires %s', (offers, needs) => {
    expect(incompatibilityOf(needing('react', needs), { react: offers })).toMatchObject({
      code: 'release/misfit-shared',
      context: { remote: 'remote-evm', library: 'react', needs, offers },
    });
  });

  it.each(['vue', 'constructor', 'toString'])(
    'where it needs %s, which the page does not have',
    (library) => {
      expect(incompatibilityOf(needing(library, '^1.0.0'), {})).toMatchObject({
        context: { offers: 'none' },
      });
    },
  );
});
