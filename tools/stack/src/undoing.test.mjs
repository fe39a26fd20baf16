import { describe, expect, it } from 'vitest';
import { undoing } from './undoing.mjs';

describe('what is opened', () => {
  it('is undone when the work has ended', async () => {
    /** @type {string[]} */
    const undone = [];
    const value = await undoing(async (opened) => {
      opened(async () => undone.push('chains'));
      opened(async () => undone.push('server'));
      expect(undone).toEqual([]);
      return 7;
    });
    expect(value).toBe(7);
    expect(undone).toEqual(['chains', 'server']);
  });

  it('is undone when a later part of the work fails', async () => {
    /** @type {string[]} */
    const undone = [];
    const work = undoing(async (opened) => {
      opened(async () => undone.push('chains'));
      throw new Error('Port 4300 is in use.');
    });
    await expect(work).rejects.toThrow('Port 4300 is in use.');
    expect(undone).toEqual(['chains']);
  });

  it('is undone also where another cannot be', async () => {
    /** @type {string[]} */
    const undone = [];
    await undoing(async (opened) => {
      opened(() => Promise.reject(new Error('no')));
      opened(async () => undone.push('server'));
    });
    expect(undone).toEqual(['server']);
  });
});
