import { expect, it } from 'vitest';
import { createDeferred } from '../../async.ts';
import { awaitEarlyScript, type EarlyScope } from './await-early-script.ts';

const enter = () => undefined;
const open = (): EarlyScope & EventTarget => new EventTarget();

it('answers the early script that its script promises, also where the page has loaded before it is there', async () => {
  const page = open();
  const early = awaitEarlyScript(page);
  const opening = createDeferred<typeof enter>();
  page.linkspanEnter?.(opening.promise);
  page.dispatchEvent(new Event('load'));
  opening.resolve(enter);
  expect(await early).toBe(enter);
});

it('rejects where the early script cannot be opened', async () => {
  const page = open();
  const early = awaitEarlyScript(page);
  page.linkspanEnter?.(Promise.reject(new Error('not locked')));
  await expect(early).rejects.toThrow('not locked');
});

it('rejects where the page has loaded, and its script has not come', async () => {
  const page = open();
  const early = awaitEarlyScript(page);
  page.dispatchEvent(new Event('load'));
  await expect(early).rejects.toMatchObject({ type: 'load' });
});
