import { describe, expect, it } from 'vitest';
import { type Announced, createAnnouncements, toFreeId } from './announcements.ts';

const wallet = (id: string): Announced<object> => ({ id, name: id, provider: {} });

function open() {
  const lists: string[][] = [];
  const here = createAnnouncements<object>((now) => lists.push(now.map(({ id }) => id)));
  return { here, lists };
}

describe('the wallets that are here', () => {
  it('are told at each change, and at nothing else', () => {
    const { here, lists } = open();
    here.add(wallet('pier'));
    here.add(wallet('quay'));
    here.remove(({ id }) => id === 'nobody');
    here.remove(({ id }) => id === 'pier');
    expect(lists).toEqual([['pier'], ['pier', 'quay'], ['quay']]);
  });

  it('are found by their id', () => {
    const { here } = open();
    here.add(wallet('pier'));
    expect(here.find('pier')).toMatchObject({ name: 'pier' });
    expect(here.find('quay')).toBeUndefined();
  });

  it('are a hundred at most', () => {
    const { here, lists } = open();
    for (let count = 0; count < 200; count += 1) here.add(wallet(`wallet ${count}`));
    expect(here.list()).toHaveLength(100);
    expect(lists).toHaveLength(100);
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
  expect(toFreeId('pier', [])).toBe('pier');
  expect(toFreeId('pier', [wallet('pier')])).toBe('pier#2');
  expect(toFreeId('pier', [wallet('pier'), wallet('pier#2')])).toBe('pier#3');
});
