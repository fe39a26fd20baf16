import { toCanonicalJson } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../integrity-of.ts';
import { testNow } from '../testing/command.ts';
import { describePage } from './describe-page.ts';

const { root } = await createRepository('remote-evm', testNow);
const plain = JSON.parse(new TextDecoder().decode(toCanonicalJson(root)));
const hashOf = (value: unknown) => integrityOf(toCanonicalJson(value));

const describeData = (data: unknown, more = '') =>
  describePage(
    new TextEncoder().encode(
      `<script type="application/json" id="linkspan-page">${JSON.stringify(data)}</script>${more}`,
    ),
  );
const withRemotes = (remotes: unknown) => describeData({ trust: { remotes } });

describe('a page as it is sealed', () => {
  it('is told by its data in three parts, and by its roots', () => {
    const [config, trust] = [{ title: 'Wallets' }, { remotes: [{ root: plain }] }];
    expect(describeData({ config, trust, lobby: '/a.js' })).toMatchObject({
      config: hashOf(config),
      trust: hashOf(trust),
      built: hashOf({ lobby: '/a.js' }),
      roots: [
        {
          remote: 'remote-evm',
          version: 1,
          integrity: hashOf(plain),
          keyids: Object.keys(plain.keys).sort(),
        },
      ],
    });
  });

  it('has a hash of a root that covers what is not known here too', () => {
    const more = { ...plain, more: 1 };
    expect(withRemotes([{ root: more }])?.roots[0]?.integrity).toBe(hashOf(more));
  });

  it('has tags of at most 2,000 characters', () => {
    const tag = `<base href="${'a'.repeat(2_000)}">`;
    expect(describeData({ trust: { remotes: [] } }, tag)?.tags.at(-1)).toBe(tag.slice(0, 2_000));
  });

  it.each([
    undefined,
    {},
    'remote-evm',
    [null],
    [1],
    [{}],
    [{ root: { ...plain, version: 0 } }],
    Array(51).fill({ root: plain }),
  ])('is none with such roots (%#)', (remotes) => {
    expect(withRemotes(remotes)).toBeUndefined();
  });

  it('is none without trust, and without data', () => {
    expect(describeData({ trust: null })).toBeUndefined();
    expect(describeData({})).toBeUndefined();
    expect(describePage(new TextEncoder().encode('<p>Hello'))).toBeUndefined();
  });
});
