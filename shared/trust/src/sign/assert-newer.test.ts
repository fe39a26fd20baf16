import { describe, expect, it } from 'vitest';
import { refused } from '../testing/index.ts';
import { assertNewer } from './assert-newer.ts';

const release = (version: string, sequence: number) => ({ remote: 'remote-evm', version, sequence });
const published = [release('1.2.3', 3), release('1.10.0', 5)];

describe('a release to be published', () => {
  it('must rise in version and sequence', () => {
    expect(() => assertNewer(release('1.10.1', 6), published)).not.toThrow();
    expect(() => assertNewer(release('1.0.0', 1), [])).not.toThrow();
  });

  it.each([
    ['an equal sequence', release('2.0.0', 5), 'sequence', '5', '5'],
    ['a lower sequence', release('2.0.0', 4), 'sequence', '5', '4'],
    ['an equal version', release('1.10.0', 6), 'version', '1.10.0', '1.10.0'],
    ['a lower version', release('1.9.9', 6), 'version', '1.10.0', '1.9.9'],
    ['a pre-release of what is there', release('1.10.0-rc.1', 6), 'version', '1.10.0', '1.10.0-rc.1'],
  ])('is refused with %s', async (_, offered, document, seen, found) => {
    expect(await refused(() => assertNewer(offered, published))).toMatchObject({
      code: 'release/older',
      context: { remote: 'remote-evm', document, seen, offered: found },
    });
  });
});
