import type { SealedPage, SealedRoot } from '@linkspan/trust/seal';
import { describe, expect, it } from 'vitest';
import { comparePages } from './sealed-page.ts';

const address = 'https://wallets.example/';

const root = (remote: string, version: number, ...keyids: readonly string[]): SealedRoot => ({
  remote,
  version,
  integrity: `${remote} ${version} ${keyids}`,
  keyids,
});

const page: SealedPage = {
  scripts: ['boot'],
  tags: ['<script>', '<link>'],
  roots: [root('remote-evm', 1, 'a'.repeat(64))],
  config: 'config',
  trust: 'trust',
  built: 'built',
  style: 'style',
  markup: 'markup',
};

/** What is told of a page that is the sealed one but for these parts. */
const compare = (found: Partial<SealedPage>, wanted: Partial<SealedPage> = {}) =>
  comparePages({ ...page, ...wanted }, { ...page, ...found }, address);

describe('a page whose bytes differ', () => {
  it('differs outside its parts where all of these are the same', () => {
    expect(compare({})).toEqual([{ code: 'verify/altered', address }]);
  });

  it('is none where it cannot be read', () => {
    expect(comparePages(page, undefined, address)).toEqual([{ code: 'verify/no-page', address }]);
  });

  it.each(['config', 'built', 'style', 'trust', 'markup'] as const)('differs in its %s alone', (part) => {
    expect(compare({ [part]: 'other' })).toEqual([{ code: `verify/${part}`, address }]);
  });

  it('has another boot script, or one more', () => {
    expect(compare({ scripts: ['evil'] })).toEqual([{ code: 'verify/boot', address }]);
    expect(compare({ scripts: [] })).toEqual([{ code: 'verify/boot', address }]);
    expect(compare({ scripts: ['boot', 'evil'] })).toEqual([
      { code: 'verify/more-scripts', address, values: { wanted: '1', found: '2' } },
    ]);
  });
});

describe('the roots of a page', () => {
  const told = (found: readonly SealedRoot[]) =>
    compare({ roots: found, trust: 'other' }).map(({ code, values }) => [
      code,
      values?.wanted,
      values?.found,
    ]);
  const short = (letter: string) => letter.repeat(16);

  it('are told by their versions and the keys that only one has', () => {
    expect(told([root('remote-evm', 2, 'a'.repeat(64))])).toEqual([['verify/root', 'root 1', 'root 2']]);
    expect(told([root('remote-evm', 1, 'b'.repeat(64), 'c'.repeat(64))])).toEqual([
      [
        'verify/root',
        `root 1 with the keys ${short('a')}`,
        `root 1 with the keys ${short('b')}, ${short('c')}`,
      ],
    ]);
  });

  it('may be fewer or more', () => {
    const key = short('a');
    expect(told([])).toEqual([['verify/root', `root 1 with the keys ${key}`, 'no root']]);
    expect(told([...page.roots, root('remote-near', 3, 'a'.repeat(64))])).toEqual([
      ['verify/root', 'no root', `root 3 with the keys ${key}`],
    ]);
  });
});

describe('the tags of a page', () => {
  const told = (found: readonly string[], wanted: readonly string[] = page.tags) =>
    compare({ tags: found, markup: 'other' }, { tags: wanted }).map(({ code, values }) => [
      code,
      values?.tag,
    ]);

  it('are told where they are more or fewer, each as often', () => {
    expect(told(['<script>', '<link>', '<link>'])).toEqual([['verify/more-tags', '<link>']]);
    expect(told(['<script>', '<script>', '<link>'])).toEqual([['verify/more-tags', '<script>']]);
    expect(told(['<base>', '<link>'])).toEqual([
      ['verify/more-tags', '<base>'],
      ['verify/fewer-tags', '<script>'],
    ]);
  });

  it('are told at most ten of a kind, and 200 characters of each', () => {
    expect(told(Array(11).fill('<link>'), [])).toEqual(Array(10).fill(['verify/more-tags', '<link>']));
    expect(told(['<'.repeat(201)], [])).toEqual([['verify/more-tags', '<'.repeat(200)]]);
  });

  it('are not compared where the markup is the same', () => {
    expect(compare({ tags: [] })).toEqual([{ code: 'verify/altered', address }]);
  });
});
