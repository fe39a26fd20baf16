import { describe, expect, it } from 'vitest';
import { createDeferred } from './testing/deferred.ts';
import { isOpen } from './testing/is-open.ts';
import { setSwitches } from './testing/set-switches.ts';
import { openTestPage } from './testing/test-page.ts';
import { createLife } from './wallet-life.ts';

function open() {
  const page = openTestPage();
  const { core } = page.wallet('evm');
  return { page, core, life: createLife(core) };
}

describe('the life of an object in the page', () => {
  it('passes on what a request answers and throws', async () => {
    const { life } = open();
    expect(await life.serve(async () => 7)).toBe(7);
    const cause = new Error('why');
    await expect(life.serve(() => Promise.reject(cause))).rejects.toBe(cause);
  });

  it('hangs for ever once it is over: what was asked before, and what is asked then', async () => {
    const { life } = open();
    const answer = createDeferred<number>();
    const ended: string[] = [];
    life.onEnd(() => ended.push('over'));
    const before = life.serve(() => answer.promise);
    life.end();
    answer.resolve(7);
    expect(await isOpen(before)).toBe(true);
    expect(await isOpen(life.serve(async () => 7))).toBe(true);
    expect(ended).toEqual(['over']);
  });

  it('calls nobody back who waits no longer', () => {
    const { life } = open();
    const stop = life.onEnd(() => expect.fail('it was taken back'));
    stop();
    life.end();
  });

  it('hangs while the wallet is silent, and answers again after', async () => {
    const { core, life } = open();
    setSwitches(core, { goesSilent: true });
    expect(await isOpen(life.serve(async () => 7))).toBe(true);
    setSwitches(core, { goesSilent: false });
    expect(await life.serve(async () => 7)).toBe(7);
  });

  it('hangs after an approval where it is told to, and answers what needed none', async () => {
    const { page, core, life } = open();
    setSwitches(core, { hangsAfterApproval: true });
    expect(await isOpen(life.serve(core.connect))).toBe(true);
    expect(page.shown).toHaveLength(1);
    expect(core.store.get().granted).toHaveLength(1);
    expect(await life.serve(core.connect)).toHaveLength(1);
  });

  it('answers nothing at all where it is told to', async () => {
    const { core, life } = open();
    setSwitches(core, { rubbish: 'null' });
    expect(await life.serve(async () => 7)).toBeNull();
  });
});
