import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '../sign.ts';
import { changed, createHostTeam, type Path, refused } from '../testing/index.ts';
import { parseHostKeys } from './host-keys.ts';

describe('the keys of the host team', async () => {
  const { hostKeys, pairs } = await createHostTeam();
  const written: unknown = JSON.parse(new TextDecoder().decode(toCanonicalJson(hostKeys)));

  it('are read from a configuration', () => {
    expect(parseHostKeys(written, 'keys')).toEqual(hostKeys);
  });

  it('are not called malformed for an error that is none of their form', () => {
    const broken = {
      get keys(): never {
        throw new RangeError('elsewhere');
      },
    };
    expect(() => parseHostKeys(broken, 'keys')).toThrow(RangeError);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['keys.keys', ['keys'], undefined],
    [`keys.keys.${pairs[0].keyid}.public`, ['keys', pairs[0].keyid, 'public'], 'x'],
    ['keys.role.threshold', ['role', 'threshold'], 3],
    ['keys.role.keyids[1]', ['role', 'keyids', 1], 'e'.repeat(64)],
  ])('are refused with the place %s', async (place, path, value) => {
    expect(await refused(() => parseHostKeys(changed(written, path, value), 'keys'))).toMatchObject({
      code: 'config/malformed',
      context: { place },
    });
  });
});
