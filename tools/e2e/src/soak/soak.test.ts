import { createRandom, type Random } from '@linkspan/trust/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FaultPlace, openStackPlace } from '../faults/fault-place.ts';
import { passTime } from '../faults/fault-test.ts';
import { signIn } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, readStatus, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { whenReady } from '../page/when-ready.ts';
import { type Action, actions, repairChain, repairWallet, returnTo } from './actions.ts';
import { findWrong } from './rules.ts';
import { readCards, readStill } from './still.ts';

/** `SEED`, or `SEED:LIFE` for one life alone. */
const [seed = 0, only] = (process.env.LINKSPAN_SEED || '20261122').split(':').map(Number);
const count = Number(process.env.LINKSPAN_LIVES) || 12;
const lives = only === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [only];
const actionsPerLife = 30;

test.for(lives)(
  'the page keeps its rules whatever people, wallets, chains and the browser do: life %i',
  async (life, { journey }) => {
    journey.expectProblems(/^(console|request|answer): /);
    await using servers = openStackPlace();
    const page = await journey.open({ hasClock: true });
    const log: string[] = [];
    try {
      await live({ page, servers, random: createRandom(seed, life), log });
    } catch (cause) {
      const story = `LINKSPAN_SEED=${seed}:${life}\n${log.join('\n')}`;
      throw new Error(`${cause instanceof Error ? cause.message : cause}\n${story}`, { cause });
    }
    // Before the chains are repaired: what the page asks them for later would fail.
    await page.close();
  },
);

interface Life {
  readonly page: Page;
  readonly servers: FaultPlace;
  readonly random: Random;
  readonly log: string[];
}

/** Runs one action after the other and checks the rules after each. In the end all is repaired and must work again. */
async function live({ page, servers, random, log }: Life): Promise<void> {
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(`Nobody caught: ${error.stack}`));
  for (const family of families) if (random.chance(0.6)) await connect(page, family);
  while (log.length < actionsPerLife) {
    const action = pickAction(random);
    const drawn = random.pick(families);
    const family = (await action.whose?.(page)) ?? drawn;
    if (action.comesBack) {
      await returnTo(page);
      await readStill(page);
    }
    const before = await readCards(page);
    const done = await action.run({ page, servers, family, random });
    if (done === false) continue;
    const concerned = action.isForAll ? undefined : family;
    log.push(`${concerned?.id ?? 'all'}: ${action.name}${typeof done === 'string' ? `: ${done}` : ''}`);
    expect([...(await findWrong(page, { before, family: concerned })), ...uncaught]).toEqual([]);
  }
  log.push('all is repaired');
  for (const family of families) {
    await repairWallet({ page, family });
    await repairChain({ servers, family });
  }
  await page.reload();
  await whenReady(page);
  await readStill(page);
  // Time that passes while code is on its way would be the server's.
  await page.waitForLoadState('networkidle');
  // A wallet that was only there by a fault is missed until its deadline.
  await passTime(page, 10_000);
  for (const family of families) await use(page, family);
}

function pickAction(random: Random): Action {
  const [first, ...others] = actions.flatMap((action) => Array<Action>(action.weight).fill(action));
  return random.pick([first ?? actions[0], ...others]);
}

/** Connects the family if it is not, and signs in. A wallet that has granted its accounts before asks nobody. */
async function use(page: Page, family: Family): Promise<void> {
  if ((await readStatus(page, family)) !== 'Connected') {
    await pick(page, family);
    const connected = card(page, family)
      .getByRole('status')
      .filter({ hasText: /^Connected$/ });
    const button = page.locator('#practice-approve');
    await button.or(connected).first().waitFor();
    if (await button.isVisible()) await approve(page);
    await whenStatus(page, family, 'Connected');
  }
  await signIn(page, family);
}
