import { expect, it } from 'vitest';
import { awaitLobby, type LobbyScope } from './await-lobby.ts';

const enter = () => undefined;
const open = (): LobbyScope & EventTarget => new EventTarget();

it('answers the lobby that hands itself over, also when all else comes later', async () => {
  const page = open();
  const lobby = awaitLobby(page);
  page.linkspanLobby?.(enter);
  page.dispatchEvent(new Event('load'));
  expect(await lobby).toBe(enter);
});

it('rejects where the page has loaded, and its script has not come', async () => {
  const page = open();
  const lobby = awaitLobby(page);
  page.dispatchEvent(new Event('load'));
  await expect(lobby).rejects.toMatchObject({ type: 'load' });
});
