import { expect, it } from 'vitest';
import { createDeferred } from '../../deferred.ts';
import { awaitEarlyScript, type EarlyScope } from './await-early-script.ts';

const enter = () => undefined;
const open = (): EarlyScope & EventTarget => new EventTarget();

it('answers the lobby that its script promises, also where the page has loaded before it is there', async () => {
  const page = open();
  const lobby = awaitEarlyScript(page);
  const opening = createDeferred<typeof enter>();
  page.linkspanLobby?.(opening.promise);
  page.dispatchEvent(new Event('load'));
  opening.resolve(enter);
  expect(await lobby).toBe(enter);
});

it('rejects where the lobby cannot be opened', async () => {
  const page = open();
  const lobby = awaitEarlyScript(page);
  page.linkspanLobby?.(Promise.reject(new Error('not locked')));
  await expect(lobby).rejects.toThrow('not locked');
});

it('rejects where the page has loaded, and its script has not come', async () => {
  const page = open();
  const lobby = awaitEarlyScript(page);
  page.dispatchEvent(new Event('load'));
  await expect(lobby).rejects.toMatchObject({ type: 'load' });
});
