import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Announced, createAnnouncements } from './announcements.ts';

const wallet = (id: string, icon?: string): Announced<object> => ({
  ...{ id, name: id, provider: {} },
  ...(icon && { icon }),
});
const known = [{ id: 'pier', name: 'Pier', installUrl: 'https://pier.example' }];

function open() {
  const lists: string[][] = [];
  const here = createAnnouncements<object>(known, (now) => lists.push(now.map(({ id }) => id)));
  return { here, lists };
}

describe('the wallets that are here', () => {
  it('are reported at each change alone', () => {
    const { here, lists } = open();
    here.add(wallet('pier'));
    here.add(wallet('quay'));
    here.replace(({ id }) => id === 'nobody');
    here.replace(({ id }) => id === 'pier');
    expect(lists).toEqual([['pier'], ['pier', 'quay'], ['quay']]);
  });

  it('keep their place when others are put in the place of one', () => {
    const { here, lists } = open();
    for (const id of ['pier', 'quay']) here.add(wallet(id));
    here.replace(({ id }) => id === 'quay', wallet('quay'), wallet('dock'));
    expect(lists.slice(2)).toEqual([['pier', 'quay', 'dock']]);
  });

  it('are waited for, early and late', async () => {
    const { here } = open();
    here.add(wallet('pier'));
    const late = here.whenHere('quay');
    here.add(wallet('quay'));
    expect((await here.whenHere('pier')).id).toBe('pier');
    expect((await late).id).toBe('quay');
  });
});

it('a second wallet of an id gets one of its own', () => {
  const { here } = open();
  for (const id of ['pier', 'pier', 'pier']) expect(here.add(wallet(id))).toBe(true);
  expect(here.list().map(({ id }) => id)).toEqual(['pier', 'pier#2', 'pier#3']);
});

describe('a flood of wallets', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is reported in few lists, complete in the last', () => {
    const { here, lists } = open();
    for (let count = 0; count < 500; count += 1) here.add(wallet(`wallet ${count}`));
    here.add(wallet('quay'));
    vi.advanceTimersByTime(250);
    expect(lists.length).toBeLessThan(60);
    expect(lists.at(-1)).toHaveLength(501);
    expect(lists.at(-1)).toContain('quay');
  });

  it('takes no place from those that were here before, and none from a known one that comes later', () => {
    const { here } = open();
    here.add(wallet('quay'));
    for (let count = 0; count < 5_000; count += 1) here.add(wallet(count % 2 ? `wallet ${count}` : 'flood'));
    expect(here.add(wallet('pier'))).toBe(true);
    expect(here.add(wallet('dock'))).toBe(false);
    expect(here.list()).toHaveLength(1_001);
    expect([here.find('quay'), here.find('pier')]).not.toContain(undefined);
    for (let count = 0; count < 5_000; count += 1) here.add(wallet('pier'));
    expect(here.list()).toHaveLength(1_100);
  });

  it.each([
    ['a known one', 'pier'],
    ['the one that was used last', 'quay'],
  ])('does not leave out %s, and lists it first, whatever else claims to be known', (_, late) => {
    const twoKnown = [...known, { id: 'dock', name: 'Dock', installUrl: 'https://dock.example' }];
    const here = createAnnouncements<object>(twoKnown, () => {}, 'quay');
    for (let count = 0; count < 2_000; count += 1) here.add(wallet(`wallet ${count}`));
    for (let count = 0; count < 2_000; count += 1) here.add(wallet('dock'));
    expect(here.add(wallet('unknown'))).toBe(false);
    expect(here.add(wallet(late))).toBe(true);
    expect(here.list()[0]?.id).toBe(late);
  });

  it('leaves in their places those that come before it', () => {
    const { here } = open();
    here.add(wallet('quay'));
    here.add(wallet('pier'));
    for (let count = 0; count < 2_000; count += 1) here.add(wallet(`wallet ${count}`));
    expect(
      here
        .list()
        .slice(0, 3)
        .map(({ id }) => id),
    ).toEqual(['quay', 'pier', 'wallet 0']);
  });

  it('has icons as far as a page can bear', () => {
    const { here } = open();
    const icon = `data:image/png,${'x'.repeat(199_000)}`;
    for (let count = 0; count < 100; count += 1) here.add(wallet(`wallet ${count}`, icon));
    expect(here.list()).toHaveLength(100);
    expect(here.list().filter((one) => one.icon)).toHaveLength(20);
  });
});
