import type { Page } from 'playwright-core';
import { passTime } from '../faults/fault-test.ts';
import { findBadWords } from '../faults/find-bad-words.ts';
import { type Family, families } from '../page/families.ts';
import { readWallet } from '../page/practice-wallet.ts';
import type { Words } from '../page/words.ts';
import { type Cards, isStill, readStill } from './still.ts';

/** What the cards said before an action, and the family that it concerned: undefined if it concerned all. */
export interface Done {
  readonly before: Cards;
  readonly family: Family | undefined;
}

/** All deadlines of the page together are shorter than this. */
const patience = { rounds: 12, ms: 10_000 };

/** What is wrong with the page after an action, in a line each. */
export async function findWrong(page: Page, { before, family }: Done): Promise<readonly string[]> {
  const now = await readStill(page);
  const changed = family === undefined ? [] : findChanged(before, now, family);
  const stuck = await findStuck(page, now);
  const bad = Object.entries(now).flatMap(([id, words]) => findBadWords(words).map((one) => `${id}: ${one}`));
  return [...changed, ...stuck, ...bad];
}

/** The other families whose cards have changed, of those in which nothing was under way. */
function findChanged(before: Cards, now: Cards, concerned: Family): readonly string[] {
  return families.flatMap(({ id }) => {
    const [was, is] = [before[id], now[id]];
    if (id === concerned.id || was === undefined || is === undefined || !isStill(was)) return [];
    const [from, to] = [toGist(was), toGist(is)];
    return from === to ? [] : [`${id} has changed with ${concerned.id}: “${from}” has become “${to}”`];
  });
}

/** What must not change. A balance may. */
function toGist({ status, title, account }: Words): string {
  return [status, title, account].join(' | ');
}

/** Each family must settle within the deadlines, unless it waits for a person, and show what its wallets have granted. */
async function findStuck(page: Page, now: Cards): Promise<readonly string[]> {
  let found = await findUnsettled(page, now);
  for (let round = 0; found.length > 0 && round < patience.rounds; round++) {
    await passTime(page, patience.ms);
    found = await findUnsettled(page, await readStill(page));
  }
  return found;
}

async function findUnsettled(page: Page, cards: Cards): Promise<readonly string[]> {
  const found = families.map(async ({ id }) => {
    const { status, title, account, steps } = cards[id] as Words;
    // A locked wallet is awaited without an end: the person can disconnect from it.
    const hasWayOut = steps.includes('Cancel') || steps.includes('Disconnect');
    if ((status === 'Connecting' || status === 'Reconnecting') && !hasWayOut)
      return `${id} is ${status}, and there is no way out`;
    if (status === 'Reconnecting' && title === '') return `${id} is Reconnecting past its deadline`;
    // While the wallet is asked, the card shows what it is asked, in place of the account.
    if (status !== 'Connected' || (account === '' && steps.includes('Cancel'))) return [];
    const granted = await readGranted(page, id);
    return granted.includes(account) ? [] : `${id} shows ${account}, and its wallets have granted ${granted}`;
  });
  return (await Promise.all(found)).flat();
}

/** The accounts that the wallets of a family have granted the page, whatever they tell it. */
async function readGranted(page: Page, id: Family['id']): Promise<readonly string[]> {
  const wallets = await Promise.all([id, `${id}-second`].map((wallet) => readWallet(page, wallet)));
  // A wallet that was never used has stored nothing.
  return wallets.flatMap(({ granted = [] }: Partial<(typeof wallets)[0]>) => granted);
}
